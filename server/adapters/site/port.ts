/** What the site is made with and served by: the programs that check and build it, and the process that serves it. */
export type SiteWorks = {
	/** Folder of what was edited (CONTENT_DIR). */
	edits: string
	/** Folder of the pages that are served. */
	pages: string
	/**
	 * Checks the content with these edits, as `npm run check:content` does.
	 * @param edits folder that stands for CONTENT_DIR
	 * @param signal ends it
	 * @returns one line for each fault
	 */
	check: (edits: string, signal?: AbortSignal) => Promise<string[]>
	/** Builds the pages beside those that are served. @returns one line for each fault, the last first */
	build: (edits: string) => Promise<string[]>
	/** The pages as drafts would make them. `check` and `build` take them over when they are of the same edits. */
	preview: { folder: string; build: (edits: string, signal: AbortSignal) => Promise<string[]> }
	/**
	 * Has a fresh process, which reads the edits anew and serves the pages that were built, answer in place of this one.
	 * @throws Error that says why it could not; then this process goes on as before
	 */
	takeOver: () => Promise<void>
	/** Tags of HTML with which a page of the site loads its styles and fonts; empty without a build. */
	styles: () => string
	/** Ends this process's part, once another has taken over and nothing is left to do here. */
	retire: () => void
}

const refuse = () => Promise.reject(new Error('Only the running server publishes.'))

/** Of commands and tests: they serve no site. */
export const noSite: SiteWorks = {
	edits: '',
	pages: '',
	check: refuse,
	build: refuse,
	preview: { folder: '', build: refuse },
	takeOver: refuse,
	styles: () => '',
	retire: () => {},
}
