import { localClock, localDay, localTimeToMs } from '#domain/clock/local-clock.ts'
import { formatZoneName } from '#server/console/shell/format-zone-name.ts'
import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

export type DaySales = { currency: string; orders: number; cents: number }

const sum = ({ db, payments }: ServiceContext, since: Date, until: Date): Promise<DaySales[]> =>
	db
		.selectFrom('orders')
		.select(({ fn }) => ['currency', fn.countAll().$castTo<string>().as('orders'), fn.sum<string>('total_cents').as('cents')])
		.where('paid_at', '>=', since)
		.where('paid_at', '<', until)
		.where('provider', '<>', COMPLIMENTARY_PROVIDER)
		// Once the academy is live, sandbox orders don't count as sales.
		.where('livemode', '=', payments.isLive)
		.groupBy('currency')
		.orderBy('currency')
		.execute()
		.then((rows) => rows.map(({ currency, orders, cents }) => ({ currency, orders: Number(orders), cents: Number(cents) })))

/** Reads the sales of today and yesterday; until the academy is live, those of the sandbox. */
export async function readSales(
	ctx: ServiceContext,
): Promise<{ zone: string; areTests: boolean; today: DaySales[]; yesterday: DaySales[] }> {
	const zone = siteZone(ctx.content)
	const clock = localClock(zone)
	const nowMs = ctx.now().getTime()
	const today = localTimeToMs(clock, localDay(clock, nowMs), 0)
	// One millisecond before midnight is always yesterday, even if daylight saving makes that day shorter or longer.
	const yesterday = localTimeToMs(clock, localDay(clock, today - 1), 0)
	return {
		zone: formatZoneName(zone),
		areTests: !ctx.payments.isLive,
		today: await sum(ctx, new Date(today), new Date(nowMs + 1)),
		yesterday: await sum(ctx, new Date(yesterday), new Date(today)),
	}
}
