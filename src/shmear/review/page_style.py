"""How the page of a review looks: narrow and wide, light and dark, and in grey."""

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1b1c1e; --soft: #55585d; --line: #c9ccd1;
  --stripe: #f3f4f6; --bar: #b4bac3; --red: #b3122b; --best: #0b5d1e; --inaccuracy: #685200;
  --mistake: #8a4100; --blunder: #a3002c;
  --s0: #0062a3; --s1: #b34700; --s2: #00664f; --s3: #7b3fa0; --s4: #1b1c1e; --s5: #8a6d00; --s6: #a0145a;
  --s7: #4a5a6a; }
@media (prefers-color-scheme: dark) { :root { --ground: #16181c; --ink: #eceef1; --soft: #b3b9c2; --line: #464b54;
  --stripe: #20242a; --bar: #59606b; --red: #ff8c9b; --best: #8fdba0;
  --inaccuracy: #e8d06a; --mistake: #ffb27a; --blunder: #ff9db0;
  --s0: #6cbcf2; --s1: #ffa45c; --s2: #4fd3ab; --s3: #d3a0f0; --s4: #eceef1; --s5: #e3cc55; --s6: #ff8fc0;
  --s7: #a9bccf; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 62rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1.05rem; margin: 0; display: inline; }
h4 { font-size: 1rem; margin: 1.2rem 0 0.3rem; }
p, ul { margin: 0.4rem 0; }
.soft { color: var(--soft); }
.wide { overflow-x: auto; margin: 0.5rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0.3rem 0; }
caption > span { position: sticky; left: 0; display: inline-block; max-width: calc(100vw - 3.5rem); }
th, td { padding: 0.25rem 0.6rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top;
  white-space: nowrap; }
thead th { white-space: normal; vertical-align: bottom; font-weight: 600; font-size: 0.9rem; }
th:first-child, td:first-child { text-align: left; padding-left: 0.2rem; }
.roomy { min-width: 5.5rem; }
.roomy:last-child { min-width: 7rem; }
th[scope=row] { font-weight: 500; }
.left th, .left td { text-align: left; }
tr.chosen > * { background: var(--stripe); font-weight: 600; }
figure { margin: 1rem 0 1.5rem; max-width: 36rem; }
figcaption { font-weight: 600; margin-bottom: 0.3rem; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--ink); font: 11px system-ui, sans-serif; }
svg .soft { fill: var(--soft); }
svg .rule { stroke: var(--line); }
svg .axis { stroke: var(--soft); }
.key { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; }
.key svg { display: inline-block; width: 3rem; height: 1rem; vertical-align: middle; margin-right: 0.4rem; }
.line { fill: none; stroke: currentColor; stroke-width: 2; }
.spot { fill: var(--ground); stroke: currentColor; stroke-width: 1.6; }
.full { fill: currentColor; }
.s0 { color: var(--s0); } .s1 { color: var(--s1); } .s2 { color: var(--s2); } .s3 { color: var(--s3); }
.s4 { color: var(--s4); } .s5 { color: var(--s5); } .s6 { color: var(--s6); } .s7 { color: var(--s7); }
.loss { fill: var(--soft); } .made { fill: var(--bar); stroke: var(--soft); }
.set { fill: var(--ground); stroke: var(--ink); stroke-dasharray: 3 2; }
.bid { stroke: var(--ink); stroke-width: 3; }
details { border: 1px solid var(--line); border-radius: 0.5rem; margin: 0.6rem 0; padding: 0 0.8rem; }
details[open] { padding-bottom: 0.8rem; }
summary { cursor: pointer; padding: 0.6rem 0; }
summary:focus-visible, .wide:focus-visible { outline: 3px solid var(--s0); outline-offset: 2px; }
details details { margin-top: 1rem; }
.red { color: var(--red); }
.v { font-weight: 600; white-space: nowrap; }
th .v { white-space: normal; }
.v.best { color: var(--best); } .v.good { color: var(--soft); } .v.inaccuracy { color: var(--inaccuracy); }
.v.mistake { color: var(--mistake); } .v.blunder { color: var(--blunder); }
.under { display: block; font-size: 0.8rem; line-height: 1.2; }
td.took { box-shadow: inset 0 -3px var(--ink); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.costs { padding-left: 1.2rem; }
.costs li { margin: 0.4rem 0; }
@media (max-width: 30rem) { body { padding: 0.8rem 0.7rem; } th, td { padding: 0.25rem 0.45rem; }
  details { padding: 0 0.6rem; } }
@media print { details > * { display: block; } }
"""
