import blogJson from '#content/blog.json'
import { readArticles } from '#content/parse-article.ts'
import { BlogSchema } from '#content/schema/article.ts'

const files = import.meta.glob<string>('/content/articles/*.md', { query: '?raw', import: 'default', eager: true })

/** Those that were added in the console, by slug; vite.config.ts writes them in. */
declare const __ADDED_ARTICLES__: Readonly<Record<string, string>>

/** Newest first. The build stops at the first invalid article. */
export const articles = readArticles({
	...Object.fromEntries(Object.entries(files).map(([file, source]) => [/([^/]+)\.md$/.exec(file)?.[1] ?? '', source])),
	...__ADDED_ARTICLES__,
})

export const blogWords = BlogSchema.parse(blogJson)
