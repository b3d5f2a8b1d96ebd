import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { logoParts } from '#content/logo.ts'

import { checkLogo } from './logo.ts'

const square = (shapes: string, more = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"${more}>${shapes}</svg>`
const path = '<path d="M2 33.5H38" stroke="var(--ink)"/>'

test('the logo that the site comes with, and one as a drawing program writes it, are fine', () => {
	expect(checkLogo(readFileSync(new URL('../logo.svg', import.meta.url), 'utf8'))).toEqual([])
	expect(
		checkLogo(square(`\n  <g transform="translate(1 2) rotate(-4.5)">\n${path}</g>\n`, ' width="40" height="40" fill="none"')),
	).toEqual([])
})

test.each([
	['a script', square('<script>alert(1)</script>')],
	['a script in capitals', square('<SCRIPT/>')],
	['a handler', square('<path d="M0 0" onload="alert(1)"/>')],
	['a style', square('<path d="M0 0" style="background:url(https://x.test)"/>')],
	['a link', square('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
	['a picture from elsewhere', square('<image href="https://x.test/p.png"/>')],
	['a reference', square('<path d="M0 0" fill="url(#x)"/>')],
	['a foreign object', square('<foreignObject><p>x</p></foreignObject>')],
	['text', square('hello')],
	['a comment', square('<!-- x -->')],
	['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${square(path)}`],
	['a second picture', square(path) + square(path)],
	['something behind it', `${square(path)}<path d="M0 0"/>`],
	['a picture in the picture', square(square(path))],
	['a shape that stays open', square('<g>')],
	['a lone end', '</svg>'],
	['a quote in an attribute', square(`<path d='M0 0"'/>`)],
	['a name of every object', square('<path constructor="x"/>')],
	['an attribute that stands twice', square('<path d="M0 0" fill="#fff" fill="#000"/>')],
	['a wide picture', '<svg viewBox="0 0 80 40"><path d="M0 0"/></svg>'],
	['no size', '<svg><path d="M0 0"/></svg>'],
	['nothing', ''],
	['too much', square(path.repeat(100))],
])('%s is refused', (_, source) => {
	expect(checkLogo(source)).toEqual([{ line: expect.any(Number), message: expect.any(String) }])
})

test('a fault is named with its line', () => {
	expect(checkLogo('<svg viewBox="0 0 4 4">\n<path d="M0 0"/>\n<text/></svg>')).toMatchObject([{ line: 3 }])
})

test('the parts go into a picture of another size', () => {
	expect(logoParts(square(`\n\t${path}\n\t${path}\n`, ' fill="none"'))).toEqual({ viewBox: '0 0 40 40', fill: 'none', shapes: path + path })
})
