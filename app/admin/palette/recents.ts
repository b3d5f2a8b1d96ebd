const MAX = 6

export type Recent = { href: string; title: string }

/** Recent pages of this tab. Kept in memory only, because their titles contain people's names. */
let recents: readonly Recent[] = []

export const readRecents = () => recents

export function rememberPage(page: Recent): void {
	recents = [page, ...recents.filter(({ href }) => href !== page.href)].slice(0, MAX)
}

/**
 * Focuses the field now, and sets `autofocus` for a dialog that opens later: it would otherwise focus its first control, the
 * close button.
 */
export function focusField(field: HTMLInputElement | null): void {
	field?.setAttribute('autofocus', '')
	field?.focus()
}
