import { readVideoLink } from '#domain/media/video-link.ts'

import { markdown } from './markup/pipelines.server.ts'

/** A picture on another site, which pages don't show. */
export type ExternalPicture = {
	url: string
	alt: string
	/** Offset of the picture's Markdown in the file; `end` is exclusive. */
	start: number
	end: number
	kind: 'image' | 'definition'
}

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/
const OTHER_SITE = /^(?:https?:)?\/\//i
const IMAGE_TAG = /^<img\b[^>]*>$/i
/** Tested before parsing, because few texts contain a picture and parsing those of a whole course takes seconds. */
const MAY_HAVE_PICTURE = /!\[|<img/i

type Node = {
	type: string
	url?: string | undefined
	alt?: string | null | undefined
	value?: string | undefined
	identifier?: string | undefined
	position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined
	children?: readonly Node[] | undefined
}

const flatten = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(flatten)]

const attribute = (tag: string, name: string): string =>
	new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'i')
		.exec(tag)
		?.slice(1)
		.find((value) => value !== undefined) ?? ''

function read(node: Node, references: ReadonlyMap<string, string>): Pick<ExternalPicture, 'url' | 'alt' | 'kind'> | null {
	if (node.type === 'image') return { url: node.url ?? '', alt: node.alt ?? '', kind: 'image' }
	const alt = references.get(node.identifier ?? '')
	if (node.type === 'definition' && alt !== undefined) return { url: node.url ?? '', alt, kind: 'definition' }
	const { value = '' } = node
	if (node.type === 'html' && IMAGE_TAG.test(value)) return { url: attribute(value, 'src'), alt: attribute(value, 'alt'), kind: 'image' }
	return null
}

export function findExternalPictures(source: string): ExternalPicture[] {
	if (!MAY_HAVE_PICTURE.test(source)) return []
	const front = FRONT_MATTER.exec(source)?.[0].length ?? 0
	const nodes = flatten(markdown().parse(source.slice(front)))
	const references = new Map(
		nodes.filter(({ type }) => type === 'imageReference').map(({ identifier = '', alt }) => [identifier, alt ?? '']),
	)
	return nodes.flatMap((node) => {
		const found = read(node, references)
		const [start, end] = [node.position?.start.offset, node.position?.end.offset]
		if (!found || !OTHER_SITE.test(found.url) || readVideoLink(found.url) || start === undefined || end === undefined) return []
		return [{ ...found, start: front + start, end: front + end }]
	})
}

const escape = (alt: string) => alt.replaceAll(/[[\]\\]/g, String.raw`\$&`)

/** Replaces each picture with this URL by one from our media library. All other characters are unchanged. */
export function replaceExternalPicture(source: string, url: string, own: { url: string; alt: string }): string {
	return findExternalPictures(source)
		.filter((picture) => picture.url === url)
		.toReversed()
		.reduce((text, { start, end, kind, alt }) => {
			const before = text.slice(start, end)
			const after =
				kind === 'image'
					? `![${escape(alt || own.alt)}](${own.url})`
					: before.replace(/^(\s*\[[^\]]*\]:\s*)(?:<[^>]*>|\S+)/, (_all, label: string) => label + own.url)
			return text.slice(0, start) + after + text.slice(end)
		}, source)
}
