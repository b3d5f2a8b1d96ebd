/** ID of the list that fields for a link refer to (`list`). */
export const PAGE_CHOICES = 'page-choices'

/** Pages of the site, which the browser offers in fields for a link. */
export const PageChoices = ({ pages }: { pages: readonly (readonly [address: string, title: string])[] }) => (
	<datalist id={PAGE_CHOICES}>
		{pages.map(([address, title]) => (
			<option key={address} value={address}>
				{title}
			</option>
		))}
	</datalist>
)
