import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { listSettingsPages } from '#server/console/settings/subjects.ts'

type Pages = ReturnType<typeof listSettingsPages>

const OtherPages = ({ current, pages }: { current: string; pages: Pages }) => (
	<nav aria-label="Settings" className="sticky top-8 grid content-start gap-1 self-start text-(length:--text-sm) max-xl:hidden">
		{pages.map(({ group, pages: ofGroup }) => (
			<div key={group}>
				<p id={`settings-${group.replaceAll(' ', '-')}`} className="pt-2 text-soft">
					{group}
				</p>
				<ul aria-labelledby={`settings-${group.replaceAll(' ', '-')}`}>
					{ofGroup.map(({ id, title, href }) => (
						<li key={id}>
							<Link
								to={href}
								aria-current={id === current ? 'page' : undefined}
								className="block border-l-[.1875rem] border-line py-1 ps-3 no-underline hover:bg-raised aria-[current]:border-accent aria-[current]:font-semibold"
							>
								{title}
							</Link>
						</li>
					))}
				</ul>
			</div>
		))}
	</nav>
)

/** Shows a settings page, with links to the others next to it where the window is wide enough. */
export const BesideOtherPages = ({ current, pages, children }: { current: string; pages: Pages; children: ReactNode }) => (
	<div className="grid grid-cols-1 gap-x-10 xl:grid-cols-[minmax(0,1fr)_11rem]">
		<div className="grid min-w-0 grid-cols-1 content-start gap-5">{children}</div>
		<OtherPages current={current} pages={pages} />
	</div>
)
