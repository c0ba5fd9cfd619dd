import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { version } from './lib/version.svelte'

const target = document.getElementById('app')
if (target) mount(App, { target })
addEventListener('load', () => void version.watch())
