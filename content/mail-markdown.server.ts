import { readMediaAddress } from '#domain/media/media-address.ts'

import { mailMarkdown } from './markup/pipelines.server.ts'

export type MailSpan = { text: string; bold?: true; italic?: true; href?: string }
type TextBlock = {
	kind: 'paragraph' | 'heading' | 'quote' | 'item'
	/** Bullet or number in front of a list item. */ mark?: string
	spans: readonly MailSpan[]
}
/** A picture from the media library. */
export type MailPicture = { kind: 'picture'; id: string; address: string; alt: string; width: number; height: number }
export type MailBlock = TextBlock | MailPicture

/** Unsupported Markdown in an email, with a message for its author. */
export class MailMarkdownProblem extends Error {}

type RootContent = ReturnType<ReturnType<typeof mailMarkdown>['parse']>['children'][number]
type PhrasingContent = Extract<RootContent, { type: 'paragraph' }>['children'][number]

const NO_HTML = 'Emails can’t contain HTML. Use Markdown.'
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
				if (!isFetchable(node.url)) throw new MailMarkdownProblem(`The link “${node.url}” isn’t valid: start it with https:// or /.`)
				return readSpans(node.children, { ...look, href: node.url })
			default:
				throw new MailMarkdownProblem(
					node.type === 'html'
						? NO_HTML
						: 'Pictures can’t be links, and reference links aren’t supported: put the address in the link itself.',
				)
		}
	})
}

type Image = Extract<PhrasingContent, { type: 'image' }>

function readPicture({ url, alt }: Image): MailPicture {
	const found = readMediaAddress(url)
	if (found?.kind !== 'picture')
		throw new MailMarkdownProblem(`Upload the picture “${url.slice(0, 100)}” to Media first: emails load nothing from other sites.`)
	if (!found.size || url.endsWith('.svg'))
		throw new MailMarkdownProblem('Email apps don’t show SVG pictures. Upload this one as a PNG, and use that instead.')
	if (!alt?.trim()) throw new MailMarkdownProblem('Describe each picture for people who can’t see it.')
	return { kind: 'picture', id: found.id, address: url, alt: alt.trim(), ...found.size }
}

/** Splits a paragraph at its pictures. Each picture becomes a separate block. */
function readParagraph(nodes: readonly PhrasingContent[], kind: TextBlock['kind']): MailBlock[] {
	const at = nodes.findIndex(({ type }) => type === 'image')
	const spans = readSpans(at === -1 ? nodes : nodes.slice(0, at))
	const text: MailBlock[] = spans.some(({ text }) => text.trim() !== '') ? [{ kind, spans }] : []
	if (at === -1) return text
	return [...text, readPicture(nodes[at] as Image), ...readParagraph(nodes.slice(at + 1), kind)]
}

function readBlocks(nodes: readonly RootContent[], kind: TextBlock['kind'] = 'paragraph'): MailBlock[] {
	return nodes.flatMap((node): MailBlock[] => {
		switch (node.type) {
			case 'paragraph':
				return readParagraph(node.children, kind)
			case 'heading':
				return [{ kind: 'heading', spans: readSpans(node.children) }]
			case 'blockquote':
				return readBlocks(node.children, 'quote')
			case 'list':
				return node.children.flatMap((item, index) =>
					readBlocks(item.children, 'item').map((block, part) =>
						block.kind === 'picture' ? block : { ...block, mark: part > 0 ? '' : node.ordered ? `${(node.start ?? 1) + index}.` : '•' },
					),
				)
			case 'thematicBreak':
				return []
			case 'html':
				throw new MailMarkdownProblem(NO_HTML)
			default:
				throw new MailMarkdownProblem('Only paragraphs, headings, lists, quotes, bold, italics, links and pictures can be sent.')
		}
	})
}

/** @throws MailMarkdownProblem for unsupported Markdown */
export const readMailMarkdown = (markdown: string): readonly MailBlock[] => readBlocks(mailMarkdown().parse(markdown).children)
