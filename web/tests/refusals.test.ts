import { describe, expect, it } from 'vitest'
import { refusal } from '../src/lib/refusals'

describe('what the server refuses', () => {
  it('is said in the words of the page where it is common', () => {
    expect(refusal('you hold a heart and must follow')).toBe('You hold hearts: follow suit.')
    expect(refusal('you hold a trump and must follow')).toBe('Trump is led and you hold one: follow.')
    expect(refusal('you hold a club and must play a club or a trump')).toBe('You hold clubs: play one of them, or a trump.')
    expect(refusal('you hold no spade but a trump, and must play it')).toBe('You hold no spades but a trump: play it.')
    expect(refusal('you hold the called ace of spades, which has to be played in the first trick')).toContain('called card')
    expect(refusal('Kemal has that seat')).toBe('Kemal has that seat.')
  })
  it('is else a sentence as it comes', () => {
    expect(refusal('the lowest bid is 2, you may not bid 1')).toBe('The lowest bid is 2, you may not bid 1.')
    expect(refusal('')).toBe('')
  })
})
