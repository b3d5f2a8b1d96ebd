/** The part of an HTML tree node that the renderers read and write. */
export type HtmlNode = {
	type: string
	tagName?: string
	value?: string
	properties?: Record<string, unknown>
	children?: HtmlNode[]
}

/** An element of the tree. A string becomes a text node, so whatever a writer typed is escaped when the tree is printed. */
export const element = (tagName: string, properties: Record<string, unknown>, ...children: (HtmlNode | string | null)[]): HtmlNode => ({
	type: 'element',
	tagName,
	properties,
	children: children.filter((child) => child !== null).map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
})

/** The same with nothing but a class. */
export const classed = (tagName: string, className: string, ...children: (HtmlNode | string | null)[]): HtmlNode =>
	element(tagName, { className: className.split(' ') }, ...children)
