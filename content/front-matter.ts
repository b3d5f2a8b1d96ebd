const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/

/** Splits a Markdown file into the YAML between its two `---` lines and the text below; null without front matter. */
export function splitFrontMatter(source: string): { frontMatter: string; body: string } | null {
	const [, frontMatter, body] = FRONT_MATTER.exec(source) ?? []
	return frontMatter === undefined || body === undefined ? null : { frontMatter, body }
}
