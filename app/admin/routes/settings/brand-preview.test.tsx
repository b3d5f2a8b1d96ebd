import { expect, test } from 'vitest'

import { deriveTheme } from '#domain/color/brand-theme.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { BrandPreview } from './brand-preview.tsx'

const FONT = { path: 'heading-font.json', base: '', isDraft: false, isOwn: false, sample: 'brand' as const }
const BRAND = { name: 'Harbor Academy', home: 'about:blank', icon: '', logos: [], font: FONT }

async function captions(color: string, accent?: string): Promise<string[]> {
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
			<BrandPreview brand={BRAND} />
		</div>,
	)
	return [...page.querySelectorAll('figure > p')].map(({ textContent }) => textContent)
}

test('a color that was changed for contrast is named with its new shade; one that stays or was chosen by hand isn’t', async () => {
	expect((await captions('#f6d7a8'))[0]).toMatch(/^Easy to read\. Buttons use #[0-9a-f]{6}, a darker shade of your color: on #f6d7a8,/)
	expect((await captions('#1d4ed8'))[0]).toBe('Easy to read.')
	expect((await captions('#f6d7a8', '#1d4ed8'))[0]).not.toContain('shade of your color')
})
