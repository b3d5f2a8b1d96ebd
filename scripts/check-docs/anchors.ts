const ANCHORED_LINK = /\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g

/** Finds links to headings. `path` is empty for a heading in the same file. */
export const findAnchoredLinks = (markdown: string): { line: number; path: string; anchor: string }[] =>
	markdown
		.split('\n')
		.flatMap((text, index) => [...text.matchAll(ANCHORED_LINK)].map(([, path = '', anchor = '']) => ({ line: index + 1, path, anchor })))

/** Returns the anchors of the headings, as GitHub generates them. */
export const anchorsOf = (markdown: string): Set<string> =>
	new Set(
		[...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
			heading
				.toLowerCase()
				.replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
				.replaceAll(' ', '-'),
		),
	)
