import { readFileSync } from 'node:fs'
import path from 'node:path'

import { contentFolder } from '#content/read-sources.server.ts'
import { type Brand, BrandSchema } from '#content/schema/brand.ts'
import { FONT_FAMILIES } from '#contracts/font-families.ts'
import type { BrandTheme } from '#domain/color/brand-theme.ts'

export const COLOR_PROPERTIES: Record<keyof BrandTheme, readonly string[]> = {
	accent: ['--accent', '--art-way'],
	accentHover: ['--accent-hover', '--art-sign'],
	onAccent: ['--on-accent'],
	accentInk: ['--accent-ink'],
}

/** Default colors, as they appear in app/styles/tokens.css. */
const defaults = BrandSchema.parse(JSON.parse(readFileSync(path.join(contentFolder, 'brand.json'), 'utf8')))

function setFont(css: string, font: Brand['font']): string {
	if (font === 'besley') return css
	const family = /--font-sans:[^;}]*/
	if (!family.test(css)) throw new Error('the style sheet has no --font-sans')
	return css.replace(family, `--font-sans:${FONT_FAMILIES[font]}`).replaceAll(/@font-face\s*\{[^}]*\}/g, '')
}

/** @throws Error if a default color isn't in the sheet, because the operator's color would have no effect */
export function paintStyles(css: string, { font, day, night }: Brand): string {
	let painted = setFont(css, font)
	for (const [from, to] of [
		[defaults.day, day],
		[defaults.night, night],
	] as const)
		for (const name of Object.keys(COLOR_PROPERTIES) as (keyof BrandTheme)[]) {
			if (!css.includes(`${COLOR_PROPERTIES[name][0]}:${from[name]}`))
				throw new Error(`the style sheet has no ${COLOR_PROPERTIES[name][0]} of ${from[name]}`)
			for (const property of COLOR_PROPERTIES[name]) painted = painted.replaceAll(`${property}:${from[name]}`, `${property}:${to[name]}`)
		}
	return painted
}
