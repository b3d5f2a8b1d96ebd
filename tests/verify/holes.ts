/**
 * A security hole to plant, as a small change of the program or the database. The list was made before the checks of `npm run
 * verify`.
 */
export type Hole = {
	name: string
	/** Replacements in files of the program; `from` must occur exactly once. */
	program?: readonly { file: string; from: string; to: string }[]
	/** SQL that plants the hole, and SQL that removes it. */
	database?: { plant: string; remove: string }
}

const inProgram = (name: string, file: string, from: string, to: string): Hole => ({ name, program: [{ file, from, to }] })

export const HOLES: readonly Hole[] = [
	inProgram(
		'anyone signed in reads any receipt',
		'server/services/commerce/orders/find-order.ts',
		'return order.user_id === ctx.actor.userId',
		'return true',
	),
	inProgram(
		'a refund leaves access',
		'domain/orders/order-status.ts',
		"case 'dispute_lost':\n\t\t\treturn 'revoked'",
		"case 'dispute_lost':\n\t\t\treturn 'active'",
	),
	inProgram('browsers may guess the type of answers', 'server/http/security-headers.ts', "'x-content-type-options': 'nosniff',", ''),
	inProgram('scripts read the cookie of the console', 'server/http/own-cookie.ts', 'httpOnly: true', 'httpOnly: false'),
	inProgram(
		'support may refund',
		'server/console/orders/orders.ts',
		'guardedAction(`${ORDER}/refund`, grantRefund, checkRefund)',
		"action(`${ORDER}/refund`, 'support', grantRefund)",
	),
	inProgram(
		'a password reset reveals who has an account',
		'server/services/identity/sign-in/start-otp.ts',
		'const user = await findUserByEmail(tx, address)',
		"const user = await findUserByEmail(tx, address)\n\t\tif (!user) throw invalid('User not found')",
	),
	inProgram(
		'lessons are open to everyone',
		'server/services/learning/course/read-open-lesson.ts',
		'if (access.allowed) return',
		'if (access) return',
	),
	{
		name: 'the buyer names the price',
		program: [
			{
				file: 'contracts/payments.ts',
				from: 'productName: z.string().trim().min(1).max(200),\n\tcouponCode: blankIsAbsent(CouponCode),',
				to: 'amount: z.number().optional(),\n\tproductName: z.string().trim().min(1).max(200),\n\tcouponCode: blankIsAbsent(CouponCode),',
			},
			{
				file: 'server/services/commerce/checkout/start-checkout.ts',
				from: 'const terms = { offer, buyer',
				to: 'const terms = { offer: { ...offer, amountCents: input.amount ?? offer.amountCents }, buyer',
			},
		],
	},
	inProgram(
		'passwords may be guessed without limit per network',
		'server/http/auth-v1/router.ts',
		"password: withLimits([perAddress('password')], withCaptcha(grantPassword))",
		'password: withCaptcha(grantPassword)',
	),
	inProgram('the console opens without a second factor', 'server/console/shell/guard.ts', "session?.aal === 'aal2'", 'session'),
	inProgram(
		'account administration asks for no key',
		'server/http/auth-v1/admin/admin-requests.ts',
		'await requireServiceRole(c.var.ctx, readBearer(c))',
		'',
	),
	inProgram(
		'forms of the console need no token',
		'server/console/shell/guard.ts',
		'requireFormToken(session, fields)\n\treturn fields',
		'return fields',
	),
	inProgram(
		'a list of orders may be cached for everyone',
		'server/http/api/commerce.ts',
		'return c.json(await listOrders(',
		"c.header('Cache-Control', 'public, max-age=60')\n\t\t\treturn c.json(await listOrders(",
	),
	{
		name: 'every account reads everyone’s progress',
		database: {
			plant: 'alter policy progress_entries_own on public.progress_entries using (true)',
			remove: 'alter policy progress_entries_own on public.progress_entries using (user_id = (select auth.uid()))',
		},
	},
	{
		name: 'every account reads everyone’s orders as a table',
		database: {
			plant: `alter table public.orders enable row level security; grant select on public.orders to authenticated;
				create policy open_orders on public.orders for select to authenticated using (true);
				create policy open_orders_server on public.orders to current_user using (true) with check (true)`,
			remove: `drop policy open_orders on public.orders; drop policy open_orders_server on public.orders;
				revoke select on public.orders from authenticated; alter table public.orders disable row level security`,
		},
	},
	{
		name: 'every account changes everyone’s phone number',
		database: {
			plant: `alter policy user_sms_settings_change on public.user_sms_settings using (true) with check (true);
				alter policy user_sms_settings_read on public.user_sms_settings using (true)`,
			remove: `alter policy user_sms_settings_change on public.user_sms_settings using (user_id = (select auth.uid()))
					with check (user_id = (select auth.uid()));
				alter policy user_sms_settings_read on public.user_sms_settings using (user_id = (select auth.uid()))`,
		},
	},
	inProgram(
		'a session that was ended still works',
		'server/services/identity/sessions/identify-bearer.ts',
		'if (!row.session_id || !row.aal || isOver)',
		'if (isOver)',
	),
	inProgram(
		'paid documents are linked without access',
		'server/services/commerce/downloads/take-document.ts',
		'if ((await findAccess(ctx.db, userId, ctx.content.openersOf(slug))) === null) throw new ServiceError(...ENTITLEMENT_REQUIRED)',
		'',
	),
	inProgram(
		'anyone reads the sandbox’s emails',
		'server/http/sandbox-access.ts',
		'if (isFromOwnMachine(c) || isToken(c, c.req.header(SANDBOX_TOKEN_HEADER)) || isToken(c, readOwnCookie(c, COOKIE, c.var.ctx.config)))',
		'if (c)',
	),
	inProgram(
		'a profile change can give a role',
		'server/services/identity/sign-in/update-user.ts',
		'{ raw_user_meta_data: JSON.stringify(merged), updated_at: ctx.now() }',
		`{
					raw_user_meta_data: JSON.stringify(merged),
					raw_app_meta_data: JSON.stringify({ ...readMetadata(user.raw_app_meta_data), ...change.metadata }),
					updated_at: ctx.now(),
				}`,
	),
	inProgram(
		'other sites may read answers with cookies',
		'server/http/security-headers.ts',
		"c.header('Access-Control-Allow-Origin', '*')",
		"c.header('Access-Control-Allow-Origin', c.req.header('origin') ?? '*')\n\t\tc.header('Access-Control-Allow-Credentials', 'true')",
	),
	inProgram(
		'payment events need no signature',
		'server/services/commerce/settlement/process-event.ts',
		'const { outcome } = await processEvent(ctx, await verify(ctx, delivery))',
		'const { outcome } = await processEvent(ctx, await verify(ctx, delivery).catch(() => JSON.parse(delivery.rawBody)))',
	),
	inProgram(
		'mailed links lead to any site',
		'domain/auth/choose-redirect.ts',
		'return isAllowed ? `${origin}${path}${query}` : rule.siteUrl',
		'return `${origin}${path}${query}`',
	),
	inProgram(
		'the signature of access tokens is not checked',
		'server/services/platform/keys/access-token.ts',
		"if (!isSignedBy(key, Buffer.from(`${head}.${body}`), Buffer.from(signature, 'base64url'))) throw invalid('signature is invalid')",
		'',
	),
	inProgram(
		'lists are exported without a step-up',
		'server/console/shell/guard.ts',
		'if (by.isProven) {',
		"if (by.isProven || !('code' in fields)) {",
	),
	inProgram(
		'a banned account continues',
		'server/services/identity/sessions/identify-bearer.ts',
		"if (isBanned(row, ctx.now())) throw forbidden('user_banned', 'User is banned')",
		'',
	),
	inProgram(
		'support sees the figures',
		'contracts/console-pages.ts',
		"[consolePaths.overview, 'operator'",
		"[consolePaths.overview, 'support'",
	),
]

/** A hole that only a run of the changed program itself can find. */
export const NEW_ENDPOINT = inProgram(
	'a new endpoint that is in no list',
	'server/process/app.ts',
	"app.all('/api/*', apiNotFound)",
	"app.get('/api/buyers', (c) => c.json([]))\n\tapp.all('/api/*', apiNotFound)",
)
