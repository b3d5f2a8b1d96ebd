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

const FILE = `/media/${ID}/week-1-1843kb.pdf`
const TALK = `/media/${ID}/talk-430kb.mp3`

test('a file alone in its paragraph is a card with its name, kind and size; audio has a player; within a line it is a link', () => {
	const button = (href: string, name: string, about: string) =>
		`<p><a href="${href}" download="${name}" class="btn btn-secondary" aria-label="Download ${about}">Download</a></p>`
	const head = (title: string, about: string) => `<p><b>${title}</b><br><span class="text-soft">${about}</span></p>`
	expect(renderMarkdown(`![My <workbook> (new)](${FILE})`)).toBe(
		`<div class="callout callout-example">${head('My &#x3C;workbook> (new)', 'PDF, 2 MB')}${button(FILE, 'week-1.pdf', 'My <workbook> (new) (PDF, 2 MB)')}</div>`,
	)
	expect(renderMarkdown(`![A talk](${TALK})`)).toBe(
		`<div class="callout callout-example">${head('A talk', 'MP3 audio, 430 kB')}<audio src="${TALK}" controls preload="metadata" class="w-full" aria-label="A talk"></audio>${button(TALK, 'talk.mp3', 'A talk (MP3 audio, 430 kB)')}</div>`,
	)
	expect(renderMarkdown(`See ![](${FILE})`)).toBe(`<p>See <a href="${FILE}" download="week-1.pdf">week-1.pdf (PDF, 2 MB)</a></p>`)
	expect(renderMarkdown(`[A link](${FILE})`)).toBe(`<p><a href="${FILE}">A link</a></p>`)
})

test('a video on YouTube or Vimeo is a frame with our page, which loads it on request, and a link; other sites stay pictures', () => {
	expect(renderMarkdown('![A <talk>](https://youtu.be/dQw4w9WgXcQ)')).toBe(
		'<p><span class="grid gap-2"><iframe src="/embed/youtube/dQw4w9WgXcQ" title="A <talk>" loading="lazy" allow="autoplay; encrypted-media; fullscreen; picture-in-picture" class="aspect-video w-full bg-ink"></iframe><span class="text-soft">A &#x3C;talk> (<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener">on YouTube</a>)</span></span></p>',
	)
	expect(renderMarkdown('![](https://vimeo.com/123456789)')).toContain('title="Video from Vimeo"')
	expect(renderMarkdown('![A](https://example.org/embed/123456789)')).not.toContain('iframe')
	expect(findExternalPictures('![A](https://youtu.be/dQw4w9WgXcQ) ![B](https://youtu.be/short)').map(({ alt }) => alt)).toEqual(['B'])
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
