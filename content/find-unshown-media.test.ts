import { expect, test } from 'vitest'

import { checkFile } from './check-file.ts'
import { findUnshownMedia } from './find-unshown-media.ts'

const PICTURE = expect.stringContaining('pictures from other sites')
const FRAME = expect.stringContaining('HTML frames, pictures and players are not shown')

test.each([
	['![A desk](https://pictures.example/desk.png)', [PICTURE]],
	['![A desk](//pictures.example/desk.png)', [PICTURE]],
	['![A desk](data:image/png;base64,AAAA)', [PICTURE]],
	['![A desk][desk]\n\n[desk]: https://pictures.example/desk.png', [PICTURE]],
	['![A desk](/media/desk.png)', []],
	['![A desk][desk]\n\n[desk]: /media/desk.png', []],
	['[A link](https://pictures.example/desk.png)', []],
	['<iframe src="https://videos.example/1"></iframe>', [FRAME]],
	['![A talk](https://youtu.be/dQw4w9WgXcQ)', []],
	['Text with <img src="https://pictures.example/desk.png"> in it', [FRAME]],
	['<!-- a note for writers -->', []],
	['Water is H<sub>2</sub>O', []],
	['```html\n<iframe src="x"></iframe>\n```', []],
	['3 < 5 and `<video>`', []],
])('%j', (text, messages) => {
	expect(findUnshownMedia(text).map(({ message }) => message)).toEqual(messages)
})

test('line numbers include the front matter', () => {
	expect(findUnshownMedia('---\ntitle: A\n---\n\n![A](https://a.example/a.png)\n')).toMatchObject([{ line: 5 }])
})

test.each(['articles/first.md', 'legal/terms.md', 'course/module-1/lessons/first.md', 'tracks/affiliate-marketing/first.md'])(
	'a file such as %s with pictures from other sites can’t be published',
	(file) => {
		expect(checkFile(file, '## A heading\n\n![A desk](https://pictures.example/desk.png)\n').map(({ message }) => message)).toContainEqual(
			PICTURE,
		)
	},
)
