const MAX = 6

export type Recent = { href: string; title: string }

/** Of this tab, in memory: titles of pages name people, and nothing of that stays in the browser. */
let recents: readonly Recent[] = []

export const readRecents = () => recents

/** Puts a page first. */
export function rememberPage(page: Recent): void {
	recents = [page, ...recents.filter(({ href }) => href !== page.href)].slice(0, MAX)
}
