import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { prepareHeadingFont } from '#content/heading-font-face.ts'

import { parseSheet, pruneStyles, withoutFontFaces } from './prune-styles.ts'

const fileOf = (path: string) => ({ font: { name: 'Own', data: readFileSync(path).toString('base64') } })
const besley = fileOf('node_modules/@expo-google-fonts/besley/600SemiBold/Besley_600SemiBold.ttf')
const noto = fileOf('node_modules/@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')

test('without a heading font nothing is added', () => {
	expect(prepareHeadingFont({ font: null })).toBeNull()
})

test('the fallback font has the same metrics, so that nothing shifts when the font loads', () => {
	const serif = prepareHeadingFont(besley)
	expect(serif?.url).toMatch(/^\/assets\/heading-[\w-]{8}\.woff2$/)
	// The hand-tuned values for Besley and Times in app/styles/type.css are 121.2% and 103.1%.
	expect(serif?.css).toMatch(/local\("Times New Roman Bold"\)[^}]*size-adjust:121\.5%;ascent-override:102\.9%;descent-override:35%/)
	expect(serif?.css).toContain('ascent-override:125%;descent-override:42.5%')
	expect(prepareHeadingFont(noto)?.css).toMatch(/local\("Arial Bold"\)[^}]*size-adjust:1\d\d(?:\.\d)?%/)
})

test('a page with a heading includes the font, and the shared sheet has only the rule', () => {
	const css = parseSheet(`@layer base{p{margin:0}}${prepareHeadingFont(besley)?.css ?? ''}`)
	expect(pruneStyles(css, '<h1>One</h1>')).toContain('h1{font-family:"Heading","Heading stand-in",var(--font-sans)}')
	const shared = withoutFontFaces(css)
	expect(shared).toContain('h1,h2,h3,h4{font-family:"Heading"')
	expect(shared).not.toContain('@font-face')
})

test('a file that isn’t a font fails the build with a message', () => {
	expect(() => prepareHeadingFont({ font: { name: 'Own', data: 'AAAA' } })).toThrow('The font Own cannot be used. It isn’t a readable font')
})
