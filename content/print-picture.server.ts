import { toSvg } from './markup/pipelines.server.ts'
import type { HtmlNode } from './render-figure/html-tree.ts'

export const printPicture = (drawing: HtmlNode): string =>
	// The cast is safe: our node type is a subset of the printer's.
	toSvg().stringify({ type: 'root', children: [drawing] } as Parameters<ReturnType<typeof toSvg>['stringify']>[0])
