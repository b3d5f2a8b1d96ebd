import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { prepareHeadingFont } from '#content/heading-font-face.ts'
import { loadedContent } from '#content/loaded.server.ts'

import { brandStyle } from './assets.ts'

test('the brand’s font applies to the console’s texts and previews; the default font is already in the built sheet', () => {
	const { brand } = loadedContent
	const [besley, sans] = [brandStyle({ brand }), brandStyle({ brand: { ...brand, font: 'sans' } })]
	expect(besley.text).not.toContain('--font-sans')
	expect(sans.text).toContain('--font-sans: system-ui,"Segoe UI",Roboto,sans-serif }')
	expect(sans.href).not.toBe(besley.href)
})

test('an uploaded heading font is for texts of the site only', () => {
	const { brand } = loadedContent
	const data = readFileSync('app/assets/fonts/besley-launchway.woff2').toString('base64')
	const { text, href } = brandStyle({ brand, headingFace: () => prepareHeadingFont({ font: { name: 'Own', data } }) })
	expect(text).toMatch(/@font-face\{font-family:"Heading";[^}]*src:url\(\/assets\/heading-[\w-]{8}\.woff2\)/)
	expect(text).toContain('.page-text{h1,h2,h3,h4{font-family:"Heading"')
	expect(href).not.toBe(brandStyle({ brand }).href)
	expect(brandStyle({ brand, headingFace: () => prepareHeadingFont({ font: null }) }).href).toBe(brandStyle({ brand }).href)
})
