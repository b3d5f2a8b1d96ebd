import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { PAGE_BACKGROUNDS } from '#domain/color/brand-theme.ts'

import brandJson from './brand.json' with { type: 'json' }
import { type Brand, BrandSchema } from './schema/brand.ts'

const { day, night } = brandJson

/** Returns the contrast problems of a brand with these light-mode colors. */
const faultsOf = (changed: Partial<Brand['day']>) =>
	BrandSchema.safeParse({ day: { ...day, ...changed }, night }).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ??
	[]

test.each<[Partial<Brand['day']>, string[]]>([
	[{}, []],
	[{ accent: '#1D4ED8', accentHover: '#1e3a8a', accentInk: '#1e40af' }, []],
	[{ accent: 'red' }, ['day.accent must be a color such as #cc3b14']],
	[{ accentInk: '#cc3b14' }, ['day.accentInk has a contrast of 3.92 on the page, and needs at least 4.5']],
	// Just above and just below the required contrast with the darkest background.
	[{ accentInk: '#bc350e' }, []],
	[{ accentInk: '#bd350e' }, ['day.accentInk has a contrast of 4.48 on the page, and needs at least 4.5']],
	[{ onAccent: '#cccccc' }, ['day.onAccent has a contrast of 3.11 on buttons, and needs at least 4.5']],
	[
		{ accent: '#ffd700', onAccent: '#000000' },
		[
			'day.onAccent has a contrast of 3.08 on buttons, and needs at least 4.5',
			'day.accent has a contrast of 1.1 on the page, and needs at least 3',
		],
	],
])('%j', (changed, faults) => {
	expect(faultsOf(changed)).toEqual(faults)
})

test('the preset backgrounds match the style sheet', () => {
	const tokens = readFileSync(new URL('../app/styles/tokens.css', import.meta.url), 'utf8')
	const values = [...tokens.matchAll(/--ground(?:-sunk|-raised)?: (#\w{6});/g)].map(([, color]) => color)
	expect(values).toEqual([...PAGE_BACKGROUNDS.day, ...PAGE_BACKGROUNDS.night])
})
