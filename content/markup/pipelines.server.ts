import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

// Loads the libraries on first use: they take 10 MB, and a restarted server rarely needs them, because rendered lessons are cached on
// disk.
const unified = () => (require('unified') as typeof import('unified')).unified()
const remarkParse = () => (require('remark-parse') as typeof import('remark-parse')).default
const remarkGfm = () => (require('remark-gfm') as typeof import('remark-gfm')).default
const remarkRehype = () => (require('remark-rehype') as typeof import('remark-rehype')).default
const rehypeParse = () => (require('rehype-parse') as typeof import('rehype-parse')).default
const rehypeSanitize = () => (require('rehype-sanitize') as typeof import('rehype-sanitize')).default
const rehypeStringify = () => (require('rehype-stringify') as typeof import('rehype-stringify')).default

function once<T>(make: () => T): () => T {
	let made: T | undefined
	return () => (made ??= make())
}

/** Markdown of lessons and documents. */
export const markdown = once(() => unified().use(remarkParse()).use(remarkGfm()))
/** Markdown of emails, without tables and other extensions. */
export const mailMarkdown = once(() => unified().use(remarkParse()))
/** Markdown to HTML. remark-rehype drops raw HTML, and the result is sanitized. Anything added later is our own. */
export const toSafeTree = once(() => unified().use(remarkParse()).use(remarkGfm()).use(remarkRehype()).use(rehypeSanitize()))
export const toHtml = once(() => unified().use(rehypeStringify()))
export const toSvg = once(() => unified().use(rehypeStringify(), { space: 'svg' }))
/** HTML of a whole page. */
export const html = once(() => unified().use(rehypeParse()).use(rehypeStringify()))
export const htmlFragment = once(() => unified().use(rehypeParse(), { fragment: true }))
