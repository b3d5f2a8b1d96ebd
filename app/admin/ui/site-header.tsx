import { paths } from '#contracts/paths.ts'

/** Header of public pages outside the site's own layout. */
export const SiteHeader = ({ siteName }: { siteName: string }) => (
	<header className="page max-w-3xl pt-6">
		<a href={paths.home} className="flex items-center gap-2.5 text-lg font-semibold">
			<img src="/favicon.svg" width={40} height={40} alt="" />
			{siteName}
		</a>
	</header>
)
