import { readVideoLink } from '#domain/media/video-link.ts'

import { markdown } from './markup/pipelines.server.ts'
import type { ContentIssue } from './parse-located.ts'

type Node = {
	type: string
	url?: string | undefined
	identifier?: string | undefined
	value?: string | undefined
	position?: { start: { line: number } } | undefined
	children?: readonly Node[] | undefined
}

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/
const OTHER_SITE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

const isForeign = (url: string) => OTHER_SITE.test(url) && !readVideoLink(url)

const FOREIGN_PICTURE =
	'pictures from other sites are not shown, because those sites would learn who reads this. Import this one: Media, Pictures from other sites'
const FRAME =
	'HTML frames, pictures and players are not shown. To add a video, choose Video in the editor and paste a YouTube or Vimeo link, or upload the file in Media'
const MEDIA_TAG = /<(?:iframe|frame|embed|object|video|audio|img|picture)\b/i

const flatten = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(flatten)]

/**
 * Finds media that the renderer or the Content Security Policy drops.
 * @param source the whole file, so that line numbers are correct
 */
export function findUnshownMedia(source: string): ContentIssue[] {
	const withoutFrontMatter = source.replace(FRONT_MATTER, (lines) => lines.replaceAll(/[^\n]/g, ''))
	const nodes = flatten(markdown().parse(withoutFrontMatter))
	const addresses = new Map(nodes.filter(({ type }) => type === 'definition').map(({ identifier, url }) => [identifier, url]))
	const messageOf = ({ type, url, identifier, value = '' }: Node): string | null => {
		if (type === 'image' || type === 'imageReference') return isForeign(url ?? addresses.get(identifier) ?? '') ? FOREIGN_PICTURE : null
		return type === 'html' && MEDIA_TAG.test(value) ? FRAME : null
	}
	return nodes.flatMap((node) => {
		const message = messageOf(node)
		return message === null ? [] : [{ line: node.position?.start.line ?? 1, message }]
	})
}
