import { expect, test } from 'vitest'

import { findExternalPictures, replaceExternalPicture } from './find-external-pictures.ts'
import { renderMarkdown } from './render-markdown.server.ts'

const ID = '018f0000-0000-4000-8000-000000000000'
const PICTURE = `/media/${ID}/sky-1200x800.webp`
const VIDEO = `/media/${ID}/intro-1280x720.mp4`

test('a library picture has its dimensions and smaller copies, so that nothing shifts', () => {
	expect(renderMarkdown(`![A "red" sky](${PICTURE})`)).toBe(
		`<p><img src="${PICTURE}" alt="A &#x22;red&#x22; sky" width="1200" height="800" srcset="${PICTURE}?w=480 480w, ${PICTURE}?w=960 960w, ${PICTURE} 1200w" sizes="(min-width: 48rem) 44rem, 100vw" loading="lazy" decoding="async"></p>`,
	)
	expect(renderMarkdown('![A desk](/media/desk.png)')).toBe(
		'<p><img src="/media/desk.png" alt="A desk" loading="lazy" decoding="async"></p>',
	)
})

test('a library video is a player with captions', () => {
	const track = (language: string, name: string, more = '') =>
		`<track kind="captions" src="/media/${ID}/captions-${language}.vtt" srclang="${language}" label="${name}"${more}>`
	expect(renderMarkdown(`![A first call](${VIDEO} "captions: en, pt-BR")`)).toBe(
		`<p><video src="${VIDEO}" controls preload="metadata" playsinline width="1280" height="720" aria-label="A first call">${track('en', 'English', ' default')}${track('pt-BR', 'Brazilian Portuguese')}</video></p>`,
	)
	for (const title of ['', ' "Captions"', ' "captions: ../x"', ' "captions: en; de"'])
		expect(renderMarkdown(`![A](${VIDEO}${title})`)).not.toContain('<track')
})

test('a picture alone in its paragraph has its title as a caption; within a line, or in the Markdown of a video, it has none', () => {
	expect(renderMarkdown('![A desk](/media/desk.png "My <desk>")')).toBe(
		'<figure><img src="/media/desk.png" alt="A desk" loading="lazy" decoding="async"><figcaption>My &#x3C;desk></figcaption></figure>',
	)
	expect(renderMarkdown(`![A sky](${PICTURE} "In June")`)).toMatch(
		/^<figure><img(?![^>]*title)[^>]*><figcaption>In June<\/figcaption><\/figure>$/,
	)
	expect(renderMarkdown('See ![A desk](/media/desk.png "Mine")')).toMatch(/^<p>See <img[^>]*title="Mine"[^>]*><\/p>$/)
	expect(renderMarkdown(`![A call](${VIDEO} "captions: en")`)).not.toContain('figcaption')
})

const OWN = { url: PICTURE, alt: 'A [red] sky' }

test.each([
	['![A desk](https://a.example/a.png)', `![A desk](${PICTURE})`],
	[
		'---\ntitle: "![x](https://a.example/a.png)"\n---\n![](https://a.example/a.png "Title")\n',
		`---\ntitle: "![x](https://a.example/a.png)"\n---\n![A \\[red\\] sky](${PICTURE})\n`,
	],
	['![A desk][d]\n\n[d]: <https://a.example/a.png> "T"\n', `![A desk][d]\n\n[d]: ${PICTURE} "T"\n`],
	['Text <img alt=\'A "desk"\' src="https://a.example/a.png"> more', `Text ![A "desk"](${PICTURE}) more`],
	[
		'`![A](https://a.example/a.png)` and [a link](https://a.example/a.png)',
		'`![A](https://a.example/a.png)` and [a link](https://a.example/a.png)',
	],
	['![B](https://b.example/b.png)', '![B](https://b.example/b.png)'],
])('%j is replaced by our copy, and nothing else changes', (source, expected) => {
	expect(replaceExternalPicture(source, 'https://a.example/a.png', OWN)).toBe(expected)
})

test('only pictures from other sites are found', () => {
	const found = findExternalPictures(`![A](//a.example/a.png) ![B](/media/b.png) ![C](data:image/png;base64,AA)`)
	expect(found.map(({ url }) => url)).toEqual(['//a.example/a.png'])
})
