import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { EmojiDrawing } from './emoji-drawing.tsx'

const { activity, hustlerQuiz, testimonials } = loadedContent

const emojis = [
	...hustlerQuiz.questions.flatMap(({ options }) => options.map(({ emoji }) => emoji)),
	...Object.values(hustlerQuiz.profiles).map(({ icon }) => icon),
	...activity.map(({ icon }) => icon),
	...testimonials.map(({ image }) => image),
]

test('every emoji in the content has a drawing', async () => {
	const { page, leave } = await renderElement(
		<>
			{emojis.map((emoji, index) => (
				<EmojiDrawing key={index} emoji={emoji} />
			))}
		</>,
	)
	expect(page.querySelectorAll('.mark svg')).toHaveLength(emojis.length)
	expect(page.textContent).toBe('')
	await leave()
})
