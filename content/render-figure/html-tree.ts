export type HtmlNode = {
	type: string
	tagName?: string
	value?: string
	properties?: Record<string, unknown>
	children?: HtmlNode[]
}

/** Creates an element. Strings become text nodes, which are escaped when the tree is printed. */
export const htmlElement = (tagName: string, properties: Record<string, unknown>, ...children: (HtmlNode | string | null)[]): HtmlNode => ({
	type: 'element',
	tagName,
	properties,
	children: children.filter((child) => child !== null).map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
})

export const elementWithClass = (tagName: string, className: string, ...children: (HtmlNode | string | null)[]): HtmlNode =>
	htmlElement(tagName, { className: className.split(' ') }, ...children)
