import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { ExampleList } from './example-list.tsx'

const MADE_UP = 'The people in these examples are made up'
const invented = { title: 'A nurse', description: 'She asks six people.' }
const real = { title: 'A bakery', description: 'It sells bread.', real: true }

test.each([
	{ name: 'only invented examples', examples: [invented], says: [`${MADE_UP}.`], keepsQuiet: ['A real case'] },
	{ name: 'invented and real ones', examples: [invented, real], says: [MADE_UP, 'except', 'A real case'], keepsQuiet: [] },
	{ name: 'only real ones', examples: [real], says: ['It sells bread.'], keepsQuiet: [MADE_UP] },
])('$name: the page says which people are invented', async ({ examples, says, keepsQuiet }) => {
	const { page, leave } = await renderElement(<ExampleList examples={examples} />)
	for (const words of says) expect(page.textContent).toContain(words)
	for (const words of keepsQuiet) expect(page.textContent).not.toContain(words)
	await leave()
})
