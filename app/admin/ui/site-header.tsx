import { paths } from '#contracts/paths.ts'

import { useStandaloneData } from './use-given.ts'

/** The site's logo, on a page without a session. */
export function SiteLogo() {
	const { icon } = useStandaloneData<object>()
	return <img src={icon} width={40} height={40} alt="" />
}

/** Header of public pages outside the site's own layout. */
export const SiteHeader = ({ siteName }: { siteName: string }) => (
	<header className="page max-w-3xl pt-6">
		<a href={paths.home} className="flex items-center gap-2.5 text-lg font-semibold">
			<SiteLogo />
			{siteName}
		</a>
	</header>
)
