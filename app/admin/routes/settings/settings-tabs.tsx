import { PageTabs } from '#app/admin/ui/page.tsx'
import type { listSettingsPages } from '#server/console/settings/subjects.ts'

type Pages = ReturnType<typeof listSettingsPages>

/** Links to the other settings pages: tabs for the groups, and below them the pages of the current group. On phones, see the page above. */
export function SettingsTabs({ current, pages }: { current: string; pages: Pages }) {
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
