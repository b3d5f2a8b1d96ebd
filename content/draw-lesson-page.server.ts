import type { LessonWithText } from './derive-texts.ts'
import { withoutMarks } from './marks/text-marks.ts'
import { html, htmlFragment } from './markup/pipelines.server.ts'
import { elementWithClass, htmlElement, type HtmlNode } from './render-figure/html-tree.ts'

const PLACE = 'section-title'

function findPlace(node: HtmlNode): HtmlNode | null {
	if (node.tagName === 'section' && [node.properties?.ariaLabelledBy].flat().includes(PLACE)) return node
	for (const child of node.children ?? []) {
		const found = findPlace(child)
		if (found) return found
	}
	return null
}

const part = (title: string, children: readonly HtmlNode[]): HtmlNode[] =>
	children.length === 0
		? []
		: [htmlElement('section', {}, htmlElement('h3', {}, title), elementWithClass('div', 'prose mt-4', ...children))]

const items = (texts: readonly string[]) => texts.map((text) => htmlElement('li', {}, text))

/** Renders a lesson's parts one after another. The site shows them on tabs. */
function drawParts({ duration, difficulty, text, steps, examples, task, quiz }: LessonWithText): HtmlNode[] {
	const body: HtmlNode[] = (htmlFragment().parse(text.html) as HtmlNode).children ?? []
	const named = (name: string, value: string) => htmlElement('p', {}, htmlElement('strong', {}, `${name}: `), value)
	return [
		elementWithClass('p', 'flex flex-wrap gap-x-5', htmlElement('span', {}, duration), elementWithClass('span', 'badge', difficulty)),
		elementWithClass('div', 'prose', ...body),
		...part('Step-by-Step', steps.length === 0 ? [] : [htmlElement('ol', {}, ...items(steps))]),
		...part(
			'Real Examples',
			examples.flatMap(({ title, description }) => [htmlElement('h4', {}, title), htmlElement('p', {}, description)]),
		),
		...part(
			'Practical Task',
			task
				? [
						htmlElement('h4', {}, task.title),
						htmlElement('p', {}, task.description),
						named('Time estimate', task.timeEstimate),
						named('Deliverable', task.deliverable),
					]
				: [],
		),
		...part(
			'Knowledge Check',
			quiz.flatMap(({ question, options }) => [htmlElement('h4', {}, question), htmlElement('ul', {}, ...items(options))]),
		),
	]
}

const listAll = (node: HtmlNode): HtmlNode[] => [node, ...(node.children ?? []).flatMap(listAll)]

const readText = ({ type, value = '', children = [] }: HtmlNode): string =>
	type === 'text' ? value : type === 'comment' ? '' : children.map(readText).join('')

/** Marks the section as current in the list of sections, and puts its title above the progress bar instead of the first section's. */
function markCurrent(tree: HtmlNode, { title, address }: Section): void {
	const links = listAll(tree).filter(({ properties }) => [properties?.className].flat().includes('section-link'))
	const index = links.findIndex(({ properties }) => properties?.href === address)
	if (index === -1) return
	const place = listAll(tree).find((node) => node.tagName === 'p' && /^Section 1 of \d+: /.test(readText(node)))
	if (place) place.children = [{ type: 'text', value: `Section ${index + 1} of ${links.length}: ${title}` }]
	for (const link of links) {
		const { ariaCurrent: _, ...others } = link.properties ?? {}
		link.properties = { ...others, ...(others.href === address && { ariaCurrent: 'step' }) }
	}
}

type Section = { title: string; address: string }

/**
 * Inserts a lesson into its section's page, for a preview. On the site, the learner's browser loads the lesson.
 * @param page HTML as rendered by the site
 */
export function drawLessonPage(page: string, section: Section, lesson: LessonWithText): string {
	const { title } = section
	const tree = html().parse(page) as HtmlNode & ReturnType<ReturnType<typeof html>['parse']>
	const place = findPlace(tree)
	if (!place) return page
	markCurrent(tree, section)
	// In a preview with links to fields, the two titles have different marks.
	const isSame = withoutMarks(lesson.title) === withoutMarks(title)
	const heading = htmlElement('h2', { id: PLACE, className: ['mb-6'] }, isSame ? lesson.title : title)
	const own = isSame ? [] : [htmlElement('h3', {}, lesson.title)]
	place.children = [heading, elementWithClass('div', 'grid gap-10', ...own, ...drawParts(lesson))]
	return html().stringify(tree)
}
