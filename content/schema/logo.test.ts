// regression svg-scripts
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { isWideLogo, logoOnPage, logoParts } from '#content/logo.ts'

import { checkLogo } from './logo.ts'

const VIEW_BOX = '<svg> needs a viewBox that is square, such as "0 0 40 40", or up to 4 times as wide as it’s tall, such as "0 0 160 40"'
const square = (shapes: string, more = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"${more}>${shapes}</svg>`
const path = '<path d="M2 33.5H38" stroke="var(--ink)"/>'

test('the default logo and one exported by a drawing program are valid', () => {
	expect(checkLogo(readFileSync(new URL('../logo.svg', import.meta.url), 'utf8'))).toEqual([])
	expect(
		checkLogo(square(`\n  <g transform="translate(1 2) rotate(-4.5)">\n${path}</g>\n`, ' width="40" height="40" fill="none"')),
	).toEqual([])
})

const ONLY_SHAPES = 'only shapes are allowed: no text, comment, script or style'
const ONE_SVG = 'all shapes must be inside one <svg>'
const noPlace = (name: string, element = 'path') => `the attribute ${name} of <${element}> isn’t allowed in a logo; remove it`

/** Each violates exactly one rule. Without that rule, it would pass or fail with another message. */
test.each([
	['text', square('hello'), ONLY_SHAPES],
	['a comment', square('<!-- x -->'), ONLY_SHAPES],
	['CDATA', square('<![CDATA[x]]>'), ONLY_SHAPES],
	['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${square(path)}`, ONLY_SHAPES],
	['a processing instruction', `<?xml-stylesheet href="https://x.test"?>${square(path)}`, ONLY_SHAPES],
	['a reference to an entity in an attribute', square('<path d="M0 0&#10;"/>'), ONLY_SHAPES],
	['a tag in an attribute', square('<path d="<b>"/>'), ONLY_SHAPES],
	['a quote in an attribute', square(`<path d='M0 0"'/>`), ONLY_SHAPES],
	['an attribute without a value', square('<path hidden/>'), ONLY_SHAPES],
	['a second picture', square(path) + square(path), ONLY_SHAPES],
	['content after the picture', `${square(path)}<path d="M0 0"/>`, ONLY_SHAPES],
	['a picture in the picture', square(square(path)), ONE_SVG],
	['a shape without a picture', '<path d="M0 0"/>', ONE_SVG],
	['a handler', square('<path d="M0 0" onload="alert(1)"/>'), noPlace('onload')],
	['a style', square('<path d="M0 0" style="background:url(https://x.test)"/>'), noPlace('style')],
	['a shape’s link', square('<path href="javascript:alert(1)"/>'), noPlace('href')],
	['a shape’s xlink', square('<path xlink:href="https://x.test"/>'), noPlace('xlink:href')],
	['an ID', square('<path id="main"/>'), noPlace('id')],
	['a class', square('<path class="button"/>'), noPlace('class')],
	['a property name of Object.prototype', square('<path constructor="x"/>'), noPlace('constructor')],
	['a handler on the root', square(path, ' onload="alert(1)"'), noPlace('onload', 'svg')],
	['a stroke on the root', square(path, ' stroke="#fff"'), noPlace('stroke', 'svg')],
	['an attribute used twice', square('<path d="M0 0" fill="#fff" fill="#000"/>'), '<path> has fill twice'],
	['more than 4 times as wide as high', '<svg viewBox="0 0 164 40"><path d="M0 0"/></svg>', VIEW_BOX],
	['a high picture', '<svg viewBox="0 0 40 80"><path d="M0 0"/></svg>', VIEW_BOX],
	['no size', '<svg><path d="M0 0"/></svg>', VIEW_BOX],
	['a zero size', '<svg viewBox="0 0 0 0"><path d="M0 0"/></svg>', VIEW_BOX],
	['a mismatched closing tag', square('<g></path>'), '</path> has no opening tag'],
	['a stray closing tag', '</svg>', '</svg> has no opening tag'],
	['an unclosed shape', square('<g>'), '</svg> has no opening tag'],
	['an unclosed picture', square('<g></g>').replace('</svg>', ''), 'a shape is not closed'],
	['nothing', '', 'a shape is not closed'],
	['too large a file', square(path.repeat(100)), expect.stringContaining('the limit is 3000')],
])('%s is refused with a reason', (_, source, message) => {
	expect(checkLogo(source)).toEqual([{ line: expect.any(Number), message }])
})

test.each([
	'script',
	'SCRIPT',
	'style',
	'a',
	'image',
	'use',
	'text',
	'foreignObject',
	'animate',
	'set',
	'filter',
	'linearGradient',
	'title',
])('<%s> is not allowed in a logo', (element) => {
	const message = `<${element}> isn’t allowed in a logo; draw it with path, circle, ellipse, rect, line, polyline, polygon`
	expect(checkLogo(square(`<${element}/>`))).toEqual([{ line: 1, message }])
})

test.each(['g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'])('<%s> is allowed in a logo', (element) => {
	expect(checkLogo(square(`<${element}/>`))).toEqual([])
})

const NUMBERS = 'x y x1 y1 x2 y2 cx cy r rx ry width height opacity stroke-width stroke-miterlimit points'.split(' ')
test.each<[name: string, good: string, bad: string]>([
	...NUMBERS.map((name): [string, string, string] => [name, '1.5', '1px']),
	['d', 'M1,2 a-3e4', 'M0 0;'],
	['fill', 'var(--accent)', 'url(#x)'],
	['fill', '#a1B', '#a1b2'],
	['stroke', 'none', 'red'],
	['stroke', 'var(--ink)', 'var(--else)'],
	['fill-rule', 'evenodd', 'inherit'],
	['clip-rule', 'nonzero', 'url(#x)'],
	['stroke-linecap', 'round', 'arcs'],
	['stroke-linejoin', 'bevel', 'arcs'],
	['transform', 'rotate(-4.5) scale(2)', 'rotate(1);'],
])('%s can be %j, but not %j', (name, good, bad) => {
	expect(checkLogo(square(`<path ${name}="${good}"/>`))).toEqual([])
	expect(checkLogo(square(`<path ${name}="${bad}"/>`))).toEqual([{ line: 1, message: `${name}="${bad}" cannot be used in a logo` }])
})

test.each([
	['xmlns', 'http://www.w3.org/1999/xhtml'],
	['viewBox', '0 0 40 calc(40)'],
	['width', '100%'],
	['height', 'auto'],
	['fill', 'url(#x)'],
])('the root element can’t have %s="%s"', (name, value) => {
	const source = `<svg ${name === 'viewBox' ? '' : 'viewBox="0 0 4 4" '}${name}="${value}"></svg>`
	expect(checkLogo(source)).toEqual([{ line: 1, message: `${name}="${value}" cannot be used in a logo` }])
})

test('an error names its line', () => {
	expect(checkLogo('<svg viewBox="0 0 4 4">\n<path d="M0 0"/>\n<text/></svg>')).toMatchObject([{ line: 3 }])
})

test('a logo’s shapes can be placed into a picture of another size', () => {
	expect(logoParts(square(`\n\t${path}\n\t${path}\n`, ' fill="none"'))).toEqual({ viewBox: '0 0 40 40', fill: 'none', shapes: path + path })
})

test.each([
	['0 0 40 40', false, undefined],
	['0 0 60 40', false, 60],
	['0 0 160 40', true, 160],
])('a logo of %s: replaces the name: %s, width on pages: %s px', (viewBox, isWide, width) => {
	const source = `<svg viewBox="${viewBox}"><path d="M0 0"/></svg>`
	expect([checkLogo(source), isWideLogo(source), logoOnPage(source).width]).toEqual([[], isWide, width])
})
