import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { BrandSchema } from '#content/schema/brand.ts'

import { paintStyles } from './paint-brand.ts'

const SHEET =
	':root{--accent:#cc3b14;--accent-hover:#a92e0c;--on-accent:#fff6e9;--accent-ink:#b3310d;--art-way:#cc3b14;--art-sign:#a92e0c;--sun:#f2b134}' +
	':root[data-theme=dark]{--accent:#ff8457;--accent-hover:#ffa07c;--on-accent:#1a1420;--accent-ink:#ff9a73;--art-way:#ff8457}' +
	'@media print{:root{--accent-ink:#000}}'

const BLUE = BrandSchema.parse({
	day: { accent: '#1d4ed8', accentHover: '#1e3a8a', onAccent: '#ffffff', accentInk: '#1e40af' },
	night: { accent: '#93c5fd', accentHover: '#bfdbfe', onAccent: '#0b1020', accentInk: '#a5d0ff' },
})

test('the style sheet gets the brand’s light and dark colors, and nothing else changes', () => {
	expect(paintStyles(SHEET, BLUE)).toBe(
		':root{--accent:#1d4ed8;--accent-hover:#1e3a8a;--on-accent:#ffffff;--accent-ink:#1e40af;--art-way:#1d4ed8;--art-sign:#1e3a8a;--sun:#f2b134}' +
			':root[data-theme=dark]{--accent:#93c5fd;--accent-hover:#bfdbfe;--on-accent:#0b1020;--accent-ink:#a5d0ff;--art-way:#93c5fd}' +
			'@media print{:root{--accent-ink:#000}}',
	)
	expect(paintStyles(SHEET, loadedContent.brand)).toBe(SHEET)
})

test('a system font replaces the site’s own, whose files are no longer referenced', () => {
	const sheet = `@font-face{font-family:Besley;src:url(/a.woff2)}${SHEET}:root{--font-sans:"Besley", serif;--x:1}`
	const painted = paintStyles(sheet, { ...BLUE, font: 'sans' })
	expect(painted).toContain(':root{--font-sans:system-ui,"Segoe UI",Roboto,sans-serif;--x:1}')
	expect(painted).not.toMatch(/font-face|Besley/)
	expect(() => paintStyles(SHEET, { ...BLUE, font: 'serif' })).toThrow('--font-sans')
})

test('a style sheet that can’t follow the brand fails the build', () => {
	expect(() => paintStyles(SHEET.replace('--on-accent:#1a1420', '--on-accent:#000'), BLUE)).toThrow(
		'the style sheet has no --on-accent of #1a1420',
	)
})
