import { z } from 'zod'

import { contrast } from '#domain/color/contrast.ts'

/** What pages, cards and wells stand on, by day and by night, as in app/styles/tokens.css. */
export const GROUNDS = { day: ['#f7f0e1', '#eee3cc', '#fcf8ee'], night: ['#141a2a', '#0e1320', '#1d2437'] } as const

/** WCAG 2.2 AA: of text (1.4.3), and of what is no text, such as the edge of a button (1.4.11). */
const TEXT = 4.5
const SHAPE = 3

const ColorSchema = z
	.string()
	.regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #cc3b14')
	.meta({ format: 'color' })
	.transform((color) => color.toLowerCase())

const ThemeSchema = z.strictObject({
	accent: ColorSchema.meta({ title: 'Buttons' }),
	accentHover: ColorSchema.meta({ title: 'Button hover' }),
	onAccent: ColorSchema.meta({ title: 'Button text' }),
	accentInk: ColorSchema.meta({ title: 'Links and colored text' }),
})

export type BrandTheme = z.infer<typeof ThemeSchema>
type Pair = { of: keyof BrandTheme; on: readonly string[]; least: number; where: string }

const pairsOf = (theme: BrandTheme, grounds: readonly string[]): Pair[] => [
	{ of: 'onAccent', on: [theme.accent, theme.accentHover, theme.accentInk], least: TEXT, where: 'on buttons' },
	{ of: 'accentInk', on: grounds, least: TEXT, where: 'on the page' },
	{ of: 'accent', on: grounds, least: SHAPE, where: 'on the page' },
]

/** content/brand.json: font and colors of the brand, which pages, mails, PDFs and the icon follow. */
const BrandShape = z.strictObject({
	font: z
		.enum(['besley', 'serif', 'sans'])
		.default('besley')
		.meta({
			title: 'Font',
			description: 'The fonts of a device need no download.',
			labels: { besley: 'Besley, the font of this site', serif: 'Serif font of each device', sans: 'Sans serif font of each device' },
		}),
	day: ThemeSchema.meta({ title: 'Colors in light mode' }),
	night: ThemeSchema.meta({ title: 'Colors in dark mode' }),
})

export const BrandSchema = BrandShape.superRefine((brand, issues) => {
	for (const name of ['day', 'night'] as const)
		for (const { of, on, least, where } of pairsOf(brand[name], GROUNDS[name])) {
			// Rounded down: 4.499 is not said to be 4.5.
			const found = Math.floor(Math.min(...on.map((other) => contrast(brand[name][of], other))) * 100) / 100
			if (found < least)
				issues.addIssue({ code: 'custom', path: [name, of], message: `has a contrast of ${found} ${where}, where ${least} is needed` })
		}
})

export type Brand = z.infer<typeof BrandSchema>
