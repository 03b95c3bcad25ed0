/** The stylesheet of all pages: system fonts, two palettes, one column on phones. */

export const style = `
:root {
  color-scheme: light dark;
  --ground: #fcfbf8; --raised: #f4f2ec; --ink: #1f2429; --quiet: #5a6068; --rule: #dedad0; --link: #1d4f91; --accent: #8a3b12; --bar: #6f8fb8;
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Source Serif 4', 'Noto Serif', Georgia, serif;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #15171a; --raised: #1e2125; --ink: #e6e4df; --quiet: #a4a9b0; --rule: #34383e; --link: #93bdf5; --accent: #eba27b; --bar: #5478a6; }
}
* { box-sizing: border-box; }
html { font: 100%/1.55 var(--sans); background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 70rem; padding: 0 1.25rem; overflow-wrap: anywhere; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .18em; }
h1 a, h2 a, h3 a, nav a, .tiles a, header a, .byline a, .makers a { text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--ground); padding: .25rem .5rem; }

header { border-bottom: 1px solid var(--rule); padding: 1rem 0 0; margin-bottom: 2rem; }
.top { display: flex; flex-wrap: wrap; gap: .75rem 2rem; align-items: center; justify-content: space-between; }
.home { font: 600 1.2rem/1.3 var(--serif); color: var(--ink); }
.search { display: flex; gap: .5rem; flex: 0 1 24rem; }
.search input { flex: 1; min-width: 0; }
.collections ul { list-style: none; margin: .75rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
.collections a { display: block; padding: .4rem 0 .5rem; color: var(--quiet); border-bottom: 2px solid transparent; font-size: .925rem; }
.collections a:hover { color: var(--ink); text-decoration: none; border-color: var(--rule); }
.collections a[aria-current] { color: var(--ink); border-color: var(--accent); }
footer { border-top: 1px solid var(--rule); margin-top: 4rem; padding: 1rem 0 2rem; color: var(--quiet); font-size: .85rem; }

h1, h2, h3 { font-family: var(--serif); font-weight: 600; line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.6rem, 1.25rem + 1.6vw, 2.3rem); margin: 0 0 .75rem; letter-spacing: -.01em; }
h3 { text-wrap: pretty; }
h1.long { font-size: 1.25rem; text-wrap: wrap; }
h1.plain { margin-bottom: .25rem; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .75rem; }
h3 { font-size: 1.0625rem; margin: 1.25rem 0 .35rem; }
.untitled { font-family: var(--sans); font-weight: 500; color: var(--quiet); }
.count, .note, .label, .prefix { color: var(--quiet); font: 400 .875rem/1.5 var(--sans); }
.count { white-space: nowrap; }
.kind { margin: 0 0 .5rem; color: var(--accent); font-size: .9rem; }
.kind a { color: inherit; }
.says { font-size: 1.125rem; max-width: 44rem; margin: 0 0 1rem; }
.examples { color: var(--quiet); max-width: 44rem; }

.heading { max-width: 50rem; margin-bottom: 2rem; }
.heading .also { margin: -.25rem 0 .6rem; font: 400 1.05rem/1.4 var(--serif); color: var(--quiet); }
.byline { margin: 0; font-size: 1.0625rem; }
.badge { font-size: .68rem; font-weight: 600; letter-spacing: .03em; color: var(--quiet); border: 1px solid var(--rule); border-radius: 3px; padding: 0 .3em; text-decoration: none; white-space: nowrap; vertical-align: .1em; }
.badge:hover { color: var(--link); border-color: var(--link); }
.columns { display: grid; gap: 0 3.5rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 56rem) {
  .columns { grid-template-columns: minmax(0, 1fr) 19rem; }
  .columns { grid-template-rows: auto 1fr; }
  .columns > * { grid-column: 1; }
  .columns > .aside { grid-column: 2; grid-row: 1 / span 2; font-size: .925rem; }
  .lead + .body > section:first-child > h2, .columns > .body:first-child > section:first-child > h2, .aside:first-child + .body > section:first-child > h2 { margin-top: 0; }
}
.lead { margin-bottom: 1rem; }
.entity > .forms { border-top: 1px solid var(--rule); margin-top: 3rem; }
.lead p { font: 400 1.0938rem/1.65 var(--serif); margin: 0 0 1rem; max-width: 42rem; }
.lead details { margin: .25rem 0; }
.aside > .facts > div { grid-template-columns: 1fr; }

.facts { margin: 0; }
.facts > div { display: grid; grid-template-columns: minmax(7rem, 11rem) minmax(0, 1fr); gap: 0 1rem; padding: .4rem 0; border-top: 1px solid var(--rule); }
.facts > div:first-child { border-top: 0; }
.facts.wide > div { grid-template-columns: minmax(9rem, 16rem) minmax(0, 1fr); }
@media (max-width: 40rem) { .facts > div, .facts.wide > div { grid-template-columns: 8.25rem minmax(0, 1fr); } .aside > .facts > div { grid-template-columns: 1fr; } }
.facts > div:target { background: var(--raised); }
dt { color: var(--quiet); font-size: .9rem; }
dt a { font-size: 1rem; }
dt { hyphens: auto; }
dd { margin: 0; }
dd > ul, dd ul { margin: 0; padding: 0; list-style: none; }
.facts .facts > div { grid-template-columns: minmax(5rem, 8rem) minmax(0, 1fr); padding: .15rem 0; border: 0; }
section > ul, .more ul { margin: 0; padding: 0; list-style: none; }
section > ul > li, .more > ul > li { padding: .35rem 0; }
.notes { display: block; color: var(--quiet); font-size: .9rem; line-height: 1.45; }
.notes .notes { display: inline; }
.box { border: 1px solid var(--rule); border-radius: 6px; padding: .75rem 1rem; margin: 0 0 .75rem; background: var(--raised); }
.box h3 { margin: 0 0 .4rem; }
.box h3 span { display: inline-block; }
.box h3 span::first-letter { text-transform: uppercase; }
.box .facts > div { border: 0; padding: .15rem 0; }

.briefs { margin: 0; padding: 0; list-style: none; }
.briefs > li { padding: .9rem 0; border-top: 1px solid var(--rule); }
.briefs > li:first-child { border-top: 0; }
.brief h3 { margin: 0; font-weight: 600; }
.brief h3 a { display: block; }
.brief p { margin: .15rem 0 0; font-size: .925rem; }
.brief .where { color: var(--quiet); }
.referring .briefs > li { padding: .55rem 0; border: 0; }
.referring .brief h3 { font-size: 1rem; font-weight: 500; }
.onward { margin: .5rem 0 0; }
.nothing { font-size: 1.0625rem; padding: 1.5rem 0; }
.paging { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: center; padding: 1.25rem 0; border-top: 1px solid var(--rule); margin-top: .5rem; }
.paging .off { color: var(--quiet); }
.paging .here { font-variant-numeric: tabular-nums; }
.asked { max-width: 50rem; margin-bottom: .25rem; }
.forms { font-size: .9rem; color: var(--quiet); margin-top: 2rem; }
.forms h2 { font-size: 1rem; margin: 1.5rem 0 .4rem; color: var(--ink); }
.forms p { margin: .35rem 0; }
.iri, .url { font-family: ui-monospace, 'Cascadia Mono', Menlo, monospace; font-size: .8rem; }

input, select, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: 5px; padding: .4rem .6rem; min-height: 2.5rem; max-width: 100%; }
input::placeholder { color: var(--quiet); opacity: 1; }
button { background: var(--raised); cursor: pointer; padding: .4rem 1.1rem; }
button:hover { border-color: var(--link); color: var(--link); }
.filters { background: var(--raised); border: 1px solid var(--rule); border-radius: 8px; padding: 1rem 1.1rem; margin: 1.25rem 0; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .8rem 1.25rem; align-items: end; }
.fields label span { display: block; font-size: .85rem; line-height: 1.35; color: var(--quiet); margin-bottom: .2rem; }
.fields input, .fields select { width: 100%; }
.filters details { margin: .7rem 0 0; }
.find { margin: 0 0 .6rem; font: 600 1.0625rem/1.3 var(--serif); }
.fields button { justify-self: start; }
summary { cursor: pointer; color: var(--link); padding: .2rem 0; }
details[open] > summary { margin-bottom: .5rem; }
pre { background: var(--raised); border: 1px solid var(--rule); border-radius: 6px; padding: .8rem 1rem; overflow-x: auto; font-size: .82rem; line-height: 1.5; overflow-wrap: normal; color: var(--ink); }
code { font-family: ui-monospace, 'Cascadia Mono', Menlo, monospace; font-size: .9em; }

.tiles { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 1.1rem 2rem; }
.tiles a { display: block; font-size: 1.0625rem; }
.tiles strong { font: 600 1.5rem/1.2 var(--serif); font-variant-numeric: lining-nums; }
.tiles .note { display: block; line-height: 1.4; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 2.25rem 3rem; margin-top: 2.5rem; }
.chart { margin: 0; min-width: 0; }
figcaption { font: 600 1.0625rem/1.3 var(--serif); margin: 0 0 .75rem; }
.chart:last-child:nth-child(odd) { grid-column: 1 / -1; max-width: 44rem; }
.columns-chart { width: 100%; height: auto; }
.columns-chart rect, .bars rect { fill: var(--bar); }
.columns-chart line { stroke: var(--rule); }
.columns-chart text { fill: var(--quiet); font: 14px var(--sans); text-anchor: middle; }
.columns-chart text.tick { text-anchor: end; }
.bars { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: .925rem; }
.bars th { text-align: left; font-weight: 400; padding: .2rem .75rem .2rem 0; width: 46%; line-height: 1.35; }
.bars .amount { width: 4.5rem; text-align: right; white-space: nowrap; overflow-wrap: normal; padding-right: .75rem; font-variant-numeric: tabular-nums; color: var(--quiet); }
.bars svg { display: block; width: 100%; height: .8rem; }
.ranking { margin: 0; padding-left: 1.4rem; font-size: .925rem; }
.ranking li { padding: .15rem 0; }
.problem { max-width: 46rem; }
`
