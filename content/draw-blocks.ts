import { drawExercise } from './draw-exercise.ts'
import { findTextMark } from './marks/text-marks.ts'
import { parseLocated } from './parse-located.ts'
import { drawFigure } from './render-figure/draw-figure.ts'
import { elementWithClass, htmlElement, type HtmlNode } from './render-figure/html-tree.ts'
import { ExerciseSchema, videoFilesOf, RecallSchema, VideoSchema, type Recall, type Video } from './schema/blocks.ts'
import { FigureSchema } from './schema/figure.ts'

/**
 * Replaces a course text's fenced blocks. The author's text goes into nodes, never into markup, so it needs no sanitizing.
 * @throws Error for an invalid block; `parseBlocks` reports it earlier, with its line
 */
export function drawBlocks(node: HtmlNode): void {
	node.children = node.children?.map((child) => drawFence(child) ?? child) ?? []
	for (const child of node.children) if (child.tagName !== 'pre' && child.children) drawBlocks(child)
}

const DRAWN: Record<string, (source: string) => HtmlNode> = {
	'language-figure': (source) => drawFigure(read(source, FigureSchema)),
	'language-recall': (source) => drawRecall(read(source, RecallSchema)),
	'language-exercise': (source) => drawExercise(read(source, ExerciseSchema)),
	'language-video': (source) => drawVideo(read(source, VideoSchema)),
}

function drawFence(node: HtmlNode): HtmlNode | null {
	const code = node.tagName === 'pre' ? node.children?.[0] : undefined
	const classes: unknown = code?.properties?.className
	const name = Array.isArray(classes) ? String(classes[0]) : ''
	const source = code?.children?.[0]?.value ?? ''
	const drawn = Object.hasOwn(DRAWN, name) ? (DRAWN[name]?.(source) ?? null) : null
	const mark = findTextMark(source)
	return drawn && mark ? markTexts(drawn, mark) : drawn
}

/** Appends the mark of a block (mark-text-file.ts) to each of its texts and drawings. */
function markTexts(node: HtmlNode, mark: string): HtmlNode {
	if (node.type === 'text') return { ...node, value: `${node.value}${mark}` }
	const { children = [] } = node
	if (node.tagName === 'svg') return { ...node, children: [...children, { type: 'text', value: mark }] }
	return { ...node, children: children.map((child) => markTexts(child, mark)) }
}

function read<T>(source: string, schema: Parameters<typeof parseLocated<T>>[1]): T {
	const parsed = parseLocated(source, schema)
	if (parsed.ok) return parsed.value
	throw new Error(`A block of a course text: ${parsed.issues.map(({ message }) => message).join('; ')}`)
}

/** Draws a recall question with a collapsed answer, so that the reader tries to remember first. Works without JavaScript. */
const drawRecall = ({ id, question, options, correct, explanation }: Recall): HtmlNode =>
	htmlElement(
		'details',
		{ className: ['recall'], dataRecall: id },
		htmlElement('summary', {}, question),
		elementWithClass('ul', 'recall-options', ...options.map((option) => htmlElement('li', {}, option))),
		elementWithClass(
			'p',
			'recall-answer',
			htmlElement('b', {}, `Answer: ${options[correct] ?? ''}`),
			htmlElement('span', {}, ` ${explanation}`),
		),
	)

/** Draws a video in the browser's native player, with keyboard control, captions and speed. Loads nothing before playback. */
function drawVideo({ title, minutes, transcript, ...video }: Video): HtmlNode {
	const { file, captions, poster } = videoFilesOf(video)
	const track = { kind: 'captions', src: `/media/${captions}`, srcLang: 'en', label: 'English', default: true }
	return htmlElement(
		'figure',
		{ className: ['figure', 'video'] },
		htmlElement(
			'video',
			{ src: `/media/${file}`, poster: `/media/${poster}`, controls: true, preload: 'none', playsInline: true, ariaLabel: title },
			htmlElement('track', track),
		),
		htmlElement('figcaption', {}, `${title} (${minutes} ${minutes === 1 ? 'minute' : 'minutes'})`),
		htmlElement('details', {}, htmlElement('summary', {}, 'Read it instead'), ...transcript.map((text) => htmlElement('p', {}, text))),
	)
}
