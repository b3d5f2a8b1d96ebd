import homeSheet from '#app/assets/marks-home.svg?url'
import quizSheet from '#app/assets/marks-quiz.svg?url'

const codes = (list: string) => new Set(list.split(' '))

/** Code points of the emoji that have a drawing; others use the reader's emoji font. */
const ON_HOME = codes('1fa7a 1f4e6 1f9f8 1fa9a 1f4da 1f5c2 1f389 1f4d8 1f4ac 1f9fe 1f9ed')
const IN_QUIZ = codes('1f91d 1f6e0 1f4ca 1f3a8 1f9f1 1f680 1f50d 1f4ec 1f4e3 1f4c8 1f4c4 1f4a1 1f48c 1f3d7 1f3a7 1f31f 270d 2699')

/** An emoji drawn in ink on a sun disc, so that it looks the same on all devices. Hidden from screen readers. */
export function EmojiDrawing({ emoji, size = 'md' }: { emoji: string; size?: 'md' | 'lg' }) {
	const code = emoji.codePointAt(0)?.toString(16) ?? ''
	const sheet = ON_HOME.has(code) ? homeSheet : IN_QUIZ.has(code) ? quizSheet : null
	return (
		<span className={size === 'lg' ? 'mark size-20 text-[2.5rem]' : 'mark'} aria-hidden="true">
			{sheet ? (
				<svg viewBox="0 0 64 64">
					<use href={`${sheet}#u${code}`} />
				</svg>
			) : (
				emoji
			)}
		</span>
	)
}
