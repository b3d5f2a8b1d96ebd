import { PageTabs } from '#app/admin/ui/page.tsx'
import type { listSettingsPages } from '#server/console/settings/subjects.ts'

type Pages = ReturnType<typeof listSettingsPages>

/** Prices have their own entry in the navigation, so they have no tabs and aren't one. */
const PRICES = 'prices'

/** Links to the other settings pages: tabs for the groups, and below them the pages of the current group. On phones, see the page above. */
export function SettingsTabs({ current, pages: all }: { current: string; pages: Pages }) {
	if (current === PRICES) return null
	const pages = all.map((each) => ({ ...each, pages: each.pages.filter(({ id }) => id !== PRICES) }))
	const has = ({ pages: ofGroup }: Pages[number]) => ofGroup.some(({ id }) => id === current)
	const group = pages.find(has)
	return (
		<div className="grid gap-2 max-md:hidden">
			<PageTabs
				label="Groups of settings"
				tabs={pages.flatMap((each) => {
					const [first] = each.pages
					return first ? [{ label: each.group, href: first.href, isCurrent: each === group }] : []
				})}
			/>
			{group && (
				<PageTabs
					label={group.group}
					isSecond
					tabs={group.pages.map(({ id, title, href }) => ({ label: title, href, isCurrent: id === current }))}
				/>
			)}
		</div>
	)
}
