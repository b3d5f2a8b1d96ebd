import { z } from 'zod'

import { findContrastFaults } from '#domain/color/brand-theme.ts'

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

/** content/brand.json: font and colors used by pages, emails, PDFs and the icon. */
const BrandShape = z.strictObject({
	/** Base color from which the others were derived (domain/color/brand-theme.ts); undefined if each was chosen separately. */
	color: ColorSchema.optional().meta({
		title: 'Brand color',
		description: 'The other colors follow it, in shades that people can read.',
	}),
	font: z
		.enum(['besley', 'serif', 'sans'])
		.default('besley')
		.meta({
			title: 'Font',
			description: 'The fonts of a device need no download.',
			labels: { besley: 'Besley, the font of this site', serif: 'Serif font of each device', sans: 'Sans serif font of each device' },
		}),
	day: ThemeSchema.meta({ title: 'More colors: light mode' }),
	night: ThemeSchema.meta({ title: 'More colors: dark mode' }),
})

export const BrandSchema = BrandShape.superRefine((brand, issues) => {
	for (const mode of ['day', 'night'] as const)
		for (const { of, message } of findContrastFaults(brand[mode], mode)) issues.addIssue({ code: 'custom', path: [mode, of], message })
})

export type Brand = z.infer<typeof BrandSchema>
