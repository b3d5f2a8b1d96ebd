const MAX = 6

export type RecentPage = { href: string; title: string }

/** Recent pages of this tab. Kept in memory only, because their titles contain people's names. */
let recents: readonly RecentPage[] = []

export const listRecentPages = () => recents

export function rememberPage(page: RecentPage): void {
	recents = [page, ...recents.filter(({ href }) => href !== page.href)].slice(0, MAX)
}

/** Focuses a field. Also sets `autofocus`: a dialog that opens later would otherwise focus its close button. */
export function focusField(field: HTMLInputElement | null): void {
	field?.setAttribute('autofocus', '')
	field?.focus()
}
