import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'

import type { HtmlNode } from './render-figure/html-tree.ts'

const toSvg = unified().use(rehypeStringify, { space: 'svg' })

export const printPicture = (drawing: HtmlNode): string =>
	// The cast is safe: our node type is a subset of the printer's.
	toSvg.stringify({ type: 'root', children: [drawing] } as Parameters<typeof toSvg.stringify>[0])
