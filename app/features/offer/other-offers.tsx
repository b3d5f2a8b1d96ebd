import { Link } from 'react-router'

type OtherOffersProps = {
	offers: readonly { path: string; name: string; price: string; text: string }[]
	title: string
}

export function OtherOffers({ offers, title }: OtherOffersProps) {
	return (
		<section className="mt-10" aria-labelledby="other-offers">
			<h3 id="other-offers">{title}</h3>
			<ul className="mt-4 border-t-2 border-ink">
				{offers.map(({ path, name, price, text }) => (
					<li key={path} className="border-b border-line-strong py-3">
						<p className="flex flex-wrap items-baseline justify-between gap-x-4">
							<Link className="link font-semibold" to={path}>
								{name}
							</Link>
							<span className="font-semibold">{price}</span>
						</p>
						<p className="mt-1 text-soft">{text}</p>
					</li>
				))}
			</ul>
		</section>
	)
}
