import remarkParse from 'remark-parse'
import { unified } from 'unified'

export type MailSpan = { text: string; bold?: true; italic?: true; href?: string }
export type MailBlock = {
	kind: 'paragraph' | 'heading' | 'quote' | 'item'
	/** Marker before an item's text. */ mark?: string
	spans: readonly MailSpan[]
}

/** Unsupported Markdown in an email, with a message for its author. */
export class MailMarkdownProblem extends Error {}

const parser = unified().use(remarkParse)

type RootContent = ReturnType<typeof parser.parse>['children'][number]
type PhrasingContent = Extract<RootContent, { type: 'paragraph' }>['children'][number]

const NO_HTML = 'HTML cannot be sent: write Markdown.'
const isFetchable = (url: string) => /^(?:https?:\/\/[^\s/]|mailto:[^\s@]+@|\/(?!\/))/i.test(url)

function readSpans(nodes: readonly PhrasingContent[], look: Omit<MailSpan, 'text'> = {}): MailSpan[] {
	return nodes.flatMap((node): MailSpan[] => {
		switch (node.type) {
			case 'text':
				return [{ ...look, text: node.value.replaceAll(/\s+/g, ' ') }]
			case 'inlineCode':
				return [{ ...look, text: node.value }]
			case 'break':
				return [{ ...look, text: '\n' }]
			case 'strong':
				return readSpans(node.children, { ...look, bold: true })
			case 'emphasis':
				return readSpans(node.children, { ...look, italic: true })
			case 'link':
				if (!isFetchable(node.url)) throw new MailMarkdownProblem(`The link “${node.url}” leads nowhere: begin it with https:// or with /.`)
				return readSpans(node.children, { ...look, href: node.url })
			default:
				throw new MailMarkdownProblem(node.type === 'html' ? NO_HTML : 'Pictures and references cannot be sent: a mail fetches nothing.')
		}
	})
}

function readBlocks(nodes: readonly RootContent[], kind: MailBlock['kind'] = 'paragraph'): MailBlock[] {
	return nodes.flatMap((node): MailBlock[] => {
		switch (node.type) {
			case 'paragraph':
				return [{ kind, spans: readSpans(node.children) }]
			case 'heading':
				return [{ kind: 'heading', spans: readSpans(node.children) }]
			case 'blockquote':
				return readBlocks(node.children, 'quote')
			case 'list':
				return node.children.flatMap((item, index) =>
					readBlocks(item.children, 'item').map((block, part) => ({
						...block,
						mark: part > 0 ? '' : node.ordered ? `${(node.start ?? 1) + index}.` : '•',
					})),
				)
			case 'thematicBreak':
				return []
			case 'html':
				throw new MailMarkdownProblem(NO_HTML)
			default:
				throw new MailMarkdownProblem('Only paragraphs, headings, lists, quotes, bold, italics and links can be sent.')
		}
	})
}

/** @throws MailMarkdownProblem for unsupported Markdown */
export const readMailMarkdown = (markdown: string): readonly MailBlock[] => readBlocks(parser.parse(markdown).children)
