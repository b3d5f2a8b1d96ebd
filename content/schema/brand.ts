import { z } from 'zod'

import { findContrastFaults } from '#domain/color/brand-theme.ts'

import { hasUniqueIds, IdSchema, TextSchema } from './primitives.ts'

/** content/heading-font.json: heading font that the operator uploaded; null for the brand's font. */
export const HEADING_FONT_FILE = 'heading-font.json'

/** Maximum size of the font. Pages load it first, and the database stores it as text. */
const MAX_BYTES = 100_000

export const HeadingFontSchema = z.strictObject({
	font: z
		.strictObject({
			name: z.string().min(1).max(100),
			/** WOFF2 file with a single weight and only Latin letters, which the console creates from the uploaded font. */
			data: z.base64().max(Math.ceil(MAX_BYTES / 3) * 4, `must be ${MAX_BYTES / 1000} kB at most`),
		})
		.nullable(),
})
export type HeadingFont = z.infer<typeof HeadingFontSchema>

/** content/link-pictures.json: texts on the images of link previews, one per page. Articles have theirs in front matter. */
export const LinkPicturesSchema = z.strictObject({
	pictures: z
		.array(
			z.strictObject({
				id: IdSchema.meta({ title: 'Page', description: 'Used in its file name, og/<page>.png.' }),
				label: TextSchema.meta({ title: 'Small line above the title' }),
				title: TextSchema.max(60).meta({ title: 'Title' }),
				art: z.enum(['desk', 'fork', 'stall', 'studio', 'poster', 'signpost']).meta({ title: 'Drawing' }),
			}),
		)
		.refine(hasUniqueIds, 'has two entries with the same short name: change one of them'),
})
export type LinkPicture = z.infer<typeof LinkPicturesSchema>['pictures'][number]

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
	/** Color from which the others were derived (domain/color/brand-theme.ts); undefined if each was chosen separately. */
	color: ColorSchema.optional().meta({
		title: 'Brand color',
		description: 'The other colors follow it, in readable shades.',
	}),
	font: z
		.enum(['besley', 'serif', 'sans'])
		.default('besley')
		.meta({
			title: 'Font',
			description: 'Device fonts need no download.',
			labels: { besley: 'Besley, the font of this site', serif: 'The device’s serif font', sans: 'The device’s sans serif font' },
		}),
	day: ThemeSchema.meta({ title: 'More colors: light mode' }),
	night: ThemeSchema.meta({ title: 'More colors: dark mode' }),
})

export const BrandSchema = BrandShape.superRefine((brand, issues) => {
	for (const mode of ['day', 'night'] as const)
		for (const { of, message } of findContrastFaults(brand[mode], mode)) issues.addIssue({ code: 'custom', path: [mode, of], message })
})

export type Brand = z.infer<typeof BrandSchema>
