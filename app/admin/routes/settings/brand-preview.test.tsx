import { expect, test } from 'vitest'

import { deriveTheme } from '#domain/color/brand-theme.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import type { Brand } from './brand-layout.tsx'
import { BrandPreview } from './brand-preview.tsx'

const FONT = { path: 'heading-font.json', base: '', isDraft: false, isOwn: false, sample: 'brand' as const }
const BRAND = { name: 'Harbor Academy', home: 'about:blank', icon: '', logos: [], font: FONT }

async function show(color: string, { accent, logos = [] }: { accent?: string; logos?: Brand['logos'] } = {}): Promise<Element> {
	const themes = (['day', 'night'] as const).flatMap((mode) =>
		Object.entries({ ...deriveTheme(color, mode), ...(accent !== undefined && { accent }) }).map(([key, value]) => [
			`s/${mode}/${key}`,
			value,
		]),
	)
	const { page } = await renderElement(
		<div data-brand="">
			<input name="o/color" defaultValue={color} />
			{themes.map(([name, value]) => (
				<input key={name} name={name} defaultValue={value} />
			))}
			<BrandPreview brand={{ ...BRAND, logos }} />
		</div>,
	)
	return page
}

const captions = async (color: string, accent?: string) =>
	[...(await show(color, accent === undefined ? {} : { accent })).querySelectorAll('figure > p')].map(({ textContent }) => textContent)

test('a color that was changed for contrast is named with its new shade; one that stays or was chosen by hand isn’t', async () => {
	expect((await captions('#f6d7a8'))[0]).toMatch(/^Easy to read\. Buttons use #[0-9a-f]{6}, a darker shade of your color: on #f6d7a8,/)
	expect((await captions('#1d4ed8'))[0]).toBe('Easy to read.')
	expect((await captions('#f6d7a8', '#1d4ed8'))[0]).not.toContain('shade of your color')
})

const SHAPES = '<path d="M0 0H9"></path>'
const PICTURE = '<image href="data:image/png;base64,AA"></image>'
const toLogos = (shapes: string, isOwn: boolean) => [
	{
		path: 'logo.svg',
		isDark: false,
		base: '',
		isDraft: false,
		isOwn,
		logo: { viewBox: '0 0 40 40', fill: 'none', shapes, ratio: 1, isWide: false },
	},
]

test.each([
	['the shipped logo has a mark', toLogos(SHAPES, false), ['circle', 'rect', 'rect']],
	['an uploaded SVG has only the name', toLogos(SHAPES, true), []],
	['an uploaded picture has it', toLogos(PICTURE, true), ['image']],
])('the sample email with %s', async (_name, logos, drawn) => {
	const page = await show('#1d4ed8', { logos })
	const email = [...page.querySelectorAll('figure')].at(-1)
	expect([...(email?.querySelectorAll('svg > *') ?? [])].map(({ tagName }) => tagName.toLowerCase())).toEqual(drawn)
	expect(email?.textContent).toContain('Harbor Academy')
})
