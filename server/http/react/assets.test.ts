import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'

import { brandStyle } from './assets.ts'

test('the brand’s font applies to the console’s texts and previews; the default font is already in the built sheet', () => {
	const { brand } = loadedContent
	const [besley, sans] = [brandStyle({ brand }), brandStyle({ brand: { ...brand, font: 'sans' } })]
	expect(besley.text).not.toContain('--font-sans')
	expect(sans.text).toContain('--font-sans: system-ui,"Segoe UI",Roboto,sans-serif }')
	expect(sans.href).not.toBe(besley.href)
})
