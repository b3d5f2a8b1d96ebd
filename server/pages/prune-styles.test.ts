import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { fontFaces, parseSheet, pruneStyles, withoutFontFaces } from './prune-styles.ts'
import { readStyleRules, readSelectors } from './read-style-rules.ts'

const HTML = '<main class="page lg:flex w-[calc(100%-1rem)]"><p class="link">Hi</p></main>'

test.each([
	['p{color:red}', 'p{color:red}'],
	['p{font:1em var(--default-font-family,Arial,"X")}', 'p{font:1em var(--default-font-family)}'],
	['table{color:red}', ''],
	['hr,main>p:hover{color:red}', 'main>p:hover{color:red}'],
	['::placeholder,p{color:red}', 'p{color:red}'],
	['::-webkit-date-and-time-value{color:red}', ''],
	['p{-webkit-a:b;-webkit-a:b;-webkit-a:b;a:b}', 'p{-webkit-a:b;a:b}'],
	['sub::before,[type=button] abbr:where([title]){color:red}', ''],
	['*,::backdrop{color:red}', '*,::backdrop{color:red}'],
	[':where(table) p,:root{color:red}', ':where(table) p,:root{color:red}'],
	['.page{margin:0}', '.page{margin:0}'],
	['.dialog{margin:0}', ''],
	['.dialog,.link{margin:0}', '.link{margin:0}'],
	['.dialog .link{margin:0}', ''],
	['.page:not(.dialog) .link{margin:0}', '.page:not(.dialog) .link{margin:0}'],
	['.link:is(.dialog,.toast){margin:0}', '.link:is(.dialog,.toast){margin:0}'],
	['.lg\\:flex{display:flex}', '.lg\\:flex{display:flex}'],
	['.lg\\:grid{display:grid}', ''],
	['.w-\\[calc\\(100\\%-1rem\\)\\]{width:1px}', '.w-\\[calc\\(100\\%-1rem\\)\\]{width:1px}'],
	['@media (width>=1px){.dialog{a:b}.page{c:d}}', '@media (width>=1px){.page{c:d}}'],
	['@media print{.dialog{a:b}}', ''],
	['@keyframes turn{to{rotate:1turn}}', '@keyframes turn{to{rotate:1turn}}'],
	['@font-face{font-family:B;src:url(a.woff2)}', '@font-face{font-family:B;src:url(a.woff2)}'],
	['[data-js] .link{a:b}', '[data-js] .link{a:b}'],
	['.page:before{content:"};.x{"}', '.page:before{content:"};.x{"}'],
])('%s becomes %s', (css, kept) => {
	expect(pruneStyles(parseSheet(css), HTML)).toBe(kept)
})

test('a layer that loses all its rules keeps its position', () => {
	expect(pruneStyles(parseSheet('@layer base{p{a:b}}@layer components{.dialog{a:b}}@layer utilities{.page{a:b}}'), HTML)).toBe(
		'@layer base,components,utilities;@layer base{p{a:b}}@layer utilities{.page{a:b}}',
	)
})

test('control styles stay only on a page with that control', () => {
	const css = '::placeholder{color:red}::-webkit-datetime-edit{a:b}'
	expect(pruneStyles(parseSheet(css), '<input type="date">')).toBe('::-webkit-datetime-edit{a:b}')
	expect(pruneStyles(parseSheet(css), '<input placeholder="Name">')).toBe('::placeholder{color:red}')
})

test('the shared sheet doesn’t declare a font again', () => {
	const css = '@font-face{src:url(a)}.page{a:b}'
	expect(withoutFontFaces(parseSheet(css))).toBe('.page{a:b}')
	expect(fontFaces(parseSheet(css))).toBe('@font-face{src:url(a)}')
})

test('rules are parsed past comments, strings and nested blocks', () => {
	expect(readStyleRules('/* {a} */@import "x;y";@media a{b{c:d}}e{f:url("g}h")}')).toEqual([
		{ prelude: '@import "x;y"', body: null },
		{ prelude: '@media a', body: 'b{c:d}' },
		{ prelude: 'e', body: 'f:url("g}h")' },
	])
})

test('selectors are split only at top-level commas', () => {
	expect(readSelectors('.a:is(.b,.c), [title="x,y"],.d\\,e')).toEqual(['.a:is(.b,.c)', '[title="x,y"]', '.d\\,e'])
})

test('a registered variable that the page doesn’t read is removed', () => {
	const css =
		'.page{margin:var(--tw-a)}@layer properties{*{--tw-a:initial;--tw-b:initial}}@property --tw-a{syntax:"*"}@property --tw-b{syntax:"*"}'
	expect(pruneStyles(parseSheet(css), HTML)).toBe(
		'@layer properties;.page{margin:var(--tw-a)}@layer properties{*{--tw-a:initial;}}@property --tw-a{syntax:"*"}',
	)
})

test('only variables that a rule or the page itself reads are kept, through any number of steps', () => {
	const css = String.raw`:root{--paint:red;--by-page:1;--by-none:2;--first:var(--second);--second:var(--third);--third:"a\";b";--mark:url(data:a;b,c);--quoted:'c;d'}.page{color:var(--paint,blue)}`
	expect(pruneStyles(parseSheet(css), '<main class="page" style="opacity:var(--by-page)">')).toBe(
		':root{--paint:red;--by-page:1;}.page{color:var(--paint,blue)}',
	)
})

test('a page keeps the colors of drawings that it shows from separate files', () => {
	const files = readdirSync('app/assets').filter((name) => name.endsWith('.svg'))
	const read = files.flatMap((name) => readFileSync(`app/assets/${name}`, 'utf8').match(/(?<=var\()--[\w-]+/g) ?? [])
	expect(read).toContain('--art-sun')
	const css = `:root{${[...new Set(read)].map((name) => `${name}:red`).join(';')}}`
	expect(pruneStyles(parseSheet(css), '<svg><use href="/assets/art-1.svg#poster"></use></svg>')).toBe(css)
	expect(pruneStyles(parseSheet(css), '<svg><use href="#here"></use></svg>')).not.toContain('--art-sun')
})
