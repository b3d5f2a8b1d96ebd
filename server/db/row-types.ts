// Generated from the database schema by kysely-codegen. Do not edit: run `npm run row-types`.
import type { Json } from './json.ts'
import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface ArticleAnnouncements {
  after_id: string | null;
  article_slug: string;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  recipients: number;
}

export interface AuthAddressLimits {
  address_hash: Buffer;
  count: Generated<number>;
  kind: 'password' | 'code' | 'code-anywhere' | 'mail';
  last_at: Timestamp;
  locked_until: Timestamp | null;
  window_started_at: Timestamp;
}

export interface AuthAuditLogEntries {
  action: string;
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  ip_address: Generated<string>;
  outcome: 'success' | 'failure';
  payload: Generated<Json>;
  user_agent: Generated<string>;
  user_id: string | null;
}

export interface AuthCertificateKeys {
  created_at: Timestamp;
  public_multibase: string;
  secret_multibase: string;
  status: 'current' | 'previous' | 'revoked';
}

export interface AuthConsoleInvitations {
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  id: Generated<string>;
  invited_by: string | null;
  role: 'operator' | 'support';
  sent_at: Timestamp;
  token_hash: Buffer;
}

export interface AuthConsoleLinks {
  created_at: Timestamp;
  expires_at: Timestamp;
  token_hash: Buffer;
  user_id: string;
}

export interface AuthConsoleSessions {
  created_at: Timestamp;
  proven_at: Timestamp | null;
  seen_at: Timestamp;
  session_id: string;
  token_hash: Buffer;
}

export interface AuthConsoleSetup {
  expires_at: Timestamp | null;
  first_steps_hidden_at: Timestamp | null;
  id: Generated<boolean>;
  token_hash: Buffer | null;
}

export interface AuthCustomOauthProviders {
  acceptable_client_ids: Generated<string[]>;
  attribute_mapping: Generated<Json>;
  authorization_params: Generated<Json>;
  authorization_url: string | null;
  client_id: string;
  client_secret: Buffer;
  created_at: Generated<Timestamp>;
  custom_claims_allowlist: Generated<string[]>;
  discovery_document: Json | null;
  discovery_url: string | null;
  email_optional: Generated<boolean>;
  enabled: Generated<boolean>;
  id: Generated<string>;
  identifier: string;
  issuer: string | null;
  name: string;
  pkce_enabled: Generated<boolean>;
  provider_type: 'oauth2' | 'oidc';
  scopes: Generated<string[]>;
  token_url: string | null;
  updated_at: Generated<Timestamp>;
  userinfo_url: string | null;
}

export interface AuthExternalFlows {
  browser_hash: Buffer;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  code_verifier: string | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: Generated<string>;
  invited_user_id: string | null;
  kind: 'oauth' | 'saml';
  linking_session_id: string | null;
  linking_user_id: string | null;
  nonce: string | null;
  provider: string;
  redirect_to: string;
  request_id: string | null;
  state_hash: Buffer;
  used_at: Timestamp | null;
}

export interface AuthFlowStates {
  auth_code_hash: Buffer | null;
  auth_code_issued_at: Timestamp | null;
  authentication_method: string;
  code_challenge: string;
  code_challenge_method: 's256' | 'plain';
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  provider: Generated<string>;
  provider_tokens: Buffer | null;
  session_not_after: Timestamp | null;
  user_id: string | null;
}

export interface AuthIdentities {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  identity_data: Generated<Json>;
  last_sign_in_at: Timestamp | null;
  provider: string;
  provider_id: string;
  updated_at: Generated<Timestamp>;
  user_id: string;
}

export interface AuthLearnerViews {
  created_at: Timestamp;
  ends_at: Timestamp;
  id: Generated<string>;
  session_id: string;
  user_id: string;
}

export interface AuthMessageBudgets {
  channel: 'mails' | 'texts';
  forms: Generated<number>;
  known: Generated<number>;
  started_at: Timestamp;
  stranger: Generated<number>;
  usual: Generated<number>;
}

export interface AuthMfaAmrClaims {
  created_at: Generated<Timestamp>;
  method: string;
  provider: string | null;
  session_id: string;
}

export interface AuthMfaChallenges {
  code_hash: Buffer | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  factor_id: string;
  id: Generated<string>;
  ip: string;
  webauthn_challenge: string | null;
  wrong_codes: Generated<number>;
}

export interface AuthMfaFactors {
  created_at: Generated<Timestamp>;
  credential_id: string | null;
  factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code';
  friendly_name: Generated<string>;
  id: Generated<string>;
  last_challenged_at: Timestamp | null;
  last_totp_step: number | null;
  phone: string | null;
  public_key: Buffer | null;
  secret: Buffer | null;
  sign_count: Generated<number>;
  status: Generated<'unverified' | 'verified'>;
  transports: Generated<string[]>;
  updated_at: Generated<Timestamp>;
  user_id: string;
}

export interface AuthMfaRecoveryCodes {
  code_hash: Buffer;
  factor_id: string;
  used_at: Timestamp | null;
}

export interface AuthOauthAuthorizations {
  client_id: string;
  code_challenge: string;
  code_expires_at: Timestamp | null;
  code_hash: Buffer | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: string;
  learner_session_id: string | null;
  nonce: string | null;
  redeemed_at: Timestamp | null;
  redirect_uri: string;
  requires_consent: Generated<boolean>;
  scope: string;
  session_id: string | null;
  signed_in_at: Timestamp | null;
  state: string | null;
  status: Generated<'pending' | 'approved' | 'denied'>;
  user_id: string | null;
}

export interface AuthOauthClients {
  client_name: string;
  client_type: 'public' | 'confidential';
  client_uri: string | null;
  created_at: Generated<Timestamp>;
  grant_types: string[];
  id: Generated<string>;
  logo_uri: string | null;
  redirect_uris: string[];
  registration_type: 'manual' | 'dynamic';
  scope: string | null;
  secret_hash: Buffer | null;
  token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'client_secret_post';
  updated_at: Generated<Timestamp>;
}

export interface AuthOauthConsents {
  client_id: string;
  granted_at: Generated<Timestamp>;
  scopes: string[];
  user_id: string;
}

export interface AuthOneTimeTokens {
  address: string;
  code_hash: Buffer;
  created_at: Generated<Timestamp>;
  drops_password: Generated<boolean>;
  expires_at: Timestamp;
  flow_state_id: string | null;
  id: Generated<string>;
  kind: 'confirmation' | 'recovery' | 'email_change_new' | 'email_change_current' | 'sms' | 'phone_change' | 'reauthentication';
  link_hash: Buffer;
  pending_profile: Json | null;
  user_id: string;
  wrong_codes: Generated<number>;
  wrong_codes_at: Generated<Json>;
}

export interface AuthPasskeys {
  created_at: Generated<Timestamp>;
  credential_id: string;
  friendly_name: Generated<string>;
  id: Generated<string>;
  last_used_at: Timestamp | null;
  public_key: Buffer;
  sign_count: Generated<number>;
  transports: Generated<string[]>;
  user_id: string;
}

export interface AuthRequestCounts {
  expires_at: Timestamp;
  key: Buffer;
  points: number;
}

export interface AuthSamlAssertions {
  assertion_hash: Buffer;
  expires_at: Timestamp;
  provider_id: string;
}

export interface AuthServerSecrets {
  created_at: Generated<Timestamp>;
  name: string;
  secret: Buffer;
}

export interface AuthSessions {
  aal: Generated<'aal1' | 'aal2'>;
  aal_since: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
  factor_id: string | null;
  id: Generated<string>;
  ip: Generated<string>;
  is_first_party: Generated<boolean>;
  not_after: Timestamp | null;
  oauth_client_id: string | null;
  proven_at: Timestamp | null;
  refresh_counter: Generated<number>;
  refresh_key: Buffer;
  refreshed_at: Timestamp | null;
  scopes: string | null;
  updated_at: Generated<Timestamp>;
  user_agent: Generated<string>;
  user_id: string;
}

export interface AuthSigningKeys {
  alg: string;
  created_at: Generated<Timestamp>;
  kid: string;
  private_jwk: Json;
  status: 'standby' | 'current' | 'previous' | 'revoked';
  status_since: Generated<Timestamp>;
}

export interface AuthSpentProofs {
  expires_at: Timestamp;
  salt: string;
}

export interface AuthSsoDomains {
  created_at: Generated<Timestamp>;
  domain: string;
  provider_id: string;
}

export interface AuthSsoProviders {
  allow_idp_initiated: Generated<boolean>;
  attribute_mapping: Generated<Json>;
  created_at: Generated<Timestamp>;
  disabled: Generated<boolean>;
  entity_id: string;
  id: Generated<string>;
  metadata_checked_at: Generated<Timestamp>;
  metadata_url: string | null;
  metadata_xml: string;
  name_id_format: string | null;
  updated_at: Generated<Timestamp>;
}

export interface AuthUsers {
  age_rule_version: string | null;
  aud: Generated<string>;
  banned_until: Timestamp | null;
  confirmation_sent_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  email: string | null;
  email_change_confirmations: Generated<number>;
  email_change_sent_at: Timestamp | null;
  email_confirmed_at: Timestamp | null;
  encrypted_password: string | null;
  finished_lessons: Generated<number | null>;
  id: Generated<string>;
  invited_at: Timestamp | null;
  is_anonymous: Generated<boolean>;
  is_sso_user: Generated<boolean>;
  last_active_at: Timestamp | null;
  last_sign_in_at: Timestamp | null;
  new_email: string | null;
  new_phone: string | null;
  phone: string | null;
  phone_change_sent_at: Timestamp | null;
  phone_confirmed_at: Timestamp | null;
  raw_app_meta_data: Generated<Json>;
  raw_user_meta_data: Generated<Json>;
  reauthentication_sent_at: Timestamp | null;
  recovery_sent_at: Timestamp | null;
  role: Generated<string>;
  updated_at: Generated<Timestamp>;
}

export interface AuthWalletMessages {
  created_at: Generated<Timestamp>;
  message_hash: Buffer;
}

export interface AuthWebauthnChallenges {
  challenge: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: Generated<string>;
  user_id: string | null;
}

export interface Backups {
  folder: string | null;
  id: Generated<string>;
  kind: Generated<'backup' | 'drill'>;
  megabytes: number | null;
  problem: string | null;
  seconds: number | null;
  taken_at: Timestamp;
}

export interface BankTransferRefunds {
  amount_cents: number;
  checkout_id: string;
  created_at: Timestamp;
  id: string;
  order_id: string;
  request_ref: string;
  sent_at: Timestamp | null;
}

export interface BankTransfers {
  accepted_at: Timestamp | null;
  attempt: number;
  checkout_id: string;
  closed_at: Timestamp | null;
  consent_version: string | null;
  created_at: Timestamp;
  currency: string;
  discount_cents: number;
  discount_code: string | null;
  expires_at: Timestamp;
  livemode: boolean;
  order_id: string;
  paid_at: Timestamp | null;
  reference: string;
  subtotal_cents: number;
  total_cents: number;
}

export interface BulkJobs {
  action: string;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  id: Generated<string>;
  options: Json | null;
  reason: string | null;
  role: 'operator' | 'support';
  started_at: Timestamp | null;
  state: Generated<'preview' | 'running' | 'canceled' | 'done'>;
  user_id: string | null;
}

export interface BulkRows {
  job_id: string;
  note: string | null;
  object_id: string;
  object_kind: string;
  outcome: 'done' | 'skipped' | 'failed' | null;
  place: number;
}

export interface Certificates {
  course_code: string;
  course_id: Generated<string>;
  course_name: string;
  credential: Json;
  id: Generated<string>;
  issued_at: Timestamp;
  learner_name: string;
  opener_course_ids: string[] | null;
  opener_module_ids: number[] | null;
  position: Generated<number>;
  revoked_at: Timestamp | null;
  revoked_reason: 'access-ended' | 'issued-in-error' | null;
  still_known: Json | null;
  still_known_at: Timestamp | null;
  still_known_statement: Json | null;
  user_id: string;
}

export interface CheckoutSessions {
  as_of: Timestamp;
  attempt: number;
  expires_at: Timestamp;
  order_id: string;
  payment_status: 'unpaid' | 'paid' | 'no_payment_required';
  provider_session_id: string;
  state: 'open' | 'complete' | 'expired';
  url: string;
}

export interface ContentReads {
  content_id: string;
  first_read_at: Timestamp;
  kind: 'lesson' | 'section';
  last_read_at: Timestamp;
  module_id: number;
  user_id: string;
}

export interface ContentReleases {
  author_id: string | null;
  created_at: Timestamp;
  edits: Json;
  note: Generated<string>;
  number: ColumnType<number, never, never>;
}

export interface ContentVersions {
  author_id: string | null;
  autosaved_since: Timestamp | null;
  /**
   * Path of the file whose change also changed this one, such as a new module that texts count; null for a separate change.
   */
  because_of: string | null;
  body: string | null;
  created_at: Timestamp;
  id: Generated<string>;
  origin: string;
  path: string;
  published_at: Timestamp | null;
}

export interface DailyMetrics {
  amount: number;
  day: string;
  figure: string;
  of: string;
  part: string;
}

export interface DiscountCodes {
  amount_off_cents: number | null;
  changed_at: Generated<Timestamp>;
  code: string;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  expires_at: Timestamp | null;
  offer_codes: string[];
  per_email_limit: number | null;
  percent: number | null;
  starts_at: Timestamp | null;
  total_limit: number | null;
}

export interface DiscountRedemptions {
  code: string;
  email: string | null;
  held_until: Timestamp;
  order_id: string;
  redeemed_at: Timestamp | null;
  state: 'held' | 'redeemed' | 'released';
}

export interface Disputes {
  amount_cents: number;
  as_of: Timestamp;
  evidence_due_by: Timestamp | null;
  order_id: string;
  provider_dispute_id: string;
  provider_payment_id: string;
  reason: string;
  status: string;
}

export interface Downloads {
  document: string;
  first_at: Timestamp;
  format: 'pdf' | 'docx' | 'xlsx' | 'csv';
  id: Generated<string>;
  last_at: Timestamp;
  order_id: string;
  times: Generated<number>;
  user_id: string | null;
}

export interface EarlyAccessRequests {
  created_at: Generated<Timestamp>;
  due_at: Timestamp | null;
  email: string;
  id: Generated<string>;
  is_wanted: Generated<boolean>;
  module_id: number;
  notified_at: Timestamp | null;
  user_id: string | null;
}

export interface Entitlements {
  course_ids: Generated<string[]>;
  email: string;
  ends_at: Timestamp | null;
  granted_at: Timestamp;
  id: Generated<string>;
  module_ids: Generated<number[]>;
  order_id: string;
  product_code: string;
  state: Generated<'active' | 'suspended' | 'revoked'>;
  user_id: string | null;
}

export interface FilledExercises {
  bytes: ColumnType<number, never, never>;
  exercise_id: string;
  fields: Json;
  lesson_id: string;
  module_id: number;
  stored_at: Generated<Timestamp>;
  title: string;
  user_id: string;
}

export interface ImportColumns {
  columns: Json;
  head_hash: Buffer;
  used_at: Timestamp;
}

export interface Invoices {
  buyer: Json;
  corrects: string | null;
  currency: string;
  gross_cents: number;
  id: Generated<string>;
  issued_at: Timestamp;
  item: string;
  item_note: string | null;
  kind: 'invoice' | 'credit_note';
  livemode: boolean;
  net_cents: number;
  number: string;
  order_id: string;
  replaced_by: string | null;
  seller: Json;
  sequence: number;
  series: string;
  supplied_at: Timestamp;
  tax_cents: number;
  tax_country: string | null;
  tax_kind: 'included' | 'reverse_charge' | 'zero_rated' | 'exempt' | 'not_subject';
  tax_name: string | null;
  tax_rate: number;
  tax_reason: string | null;
  year: number;
}

export interface InvoiceSeries {
  last_issued_at: Timestamp;
  last_number: number;
  series: string;
  year: number;
}

export interface JobApplicationFiles {
  application_id: string;
  content: Buffer;
  file_name: string;
  has_active_content: boolean;
  sha256: Buffer;
  size_bytes: number;
}

export interface JobApplications {
  created_at: Generated<Timestamp>;
  email: string;
  id: Generated<string>;
  message: string;
  name: string;
  position: string | null;
  status: Generated<'new' | 'answered' | 'closed'>;
}

export interface LearnerNotes {
  author_id: string | null;
  body: string;
  created_at: Timestamp;
  id: Generated<string>;
  user_id: string;
}

export interface LearnerTags {
  created_at: Timestamp;
  key: ColumnType<string, never, never>;
  name: string;
  user_id: string;
}

export interface LessonQuizAttempts {
  answers: Json;
  attempt_id: string;
  attempted_at: Generated<Timestamp>;
  lesson_id: string;
  module_id: number;
  score: number;
  total: number;
  user_id: string;
}

export interface LessonRevisions {
  lesson_id: string;
  module_id: number;
  seen_at: Timestamp;
  text_hash: Buffer;
}

export interface LifecycleRules {
  changed_at: Timestamp;
  delay_hours: number | null;
  is_on: boolean;
  name: string;
  title: string | null;
  trigger: string | null;
}

export interface ListPreferences {
  column_order: Generated<string[]>;
  hidden: Generated<string[]>;
  list: string;
  page_rows: number;
  user_id: string;
}

export interface MailboxVerifications {
  copies: Generated<number>;
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  token_hash: Buffer;
}

export interface MailSuppressions {
  address_key: Buffer;
  created_at: Generated<Timestamp>;
  message_id: string | null;
  reason: 'hard-bounce' | 'complaint';
}

export interface Media {
  alt: string;
  bytes: number;
  created_at: Timestamp;
  height: number | null;
  id: Generated<string>;
  kind: 'picture' | 'video' | 'captions' | 'file';
  language: string | null;
  name: string;
  uploader_id: string | null;
  video_id: string | null;
  width: number | null;
}

export interface MediaChunks {
  data: Buffer;
  media_id: string;
  number: number;
  variant: number;
}

export interface MediaFiles {
  bytes: number;
  checksum: Buffer;
  content_type: string;
  media_id: string;
  object_key: string | null;
  variant: number;
}

export interface ModuleFeedback {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  is_helpful: boolean;
  module_id: number;
  suggestion: string | null;
  user_id: string | null;
}

export interface NewsletterIssues {
  after_id: string | null;
  audience_id: string | null;
  body: string;
  changed_at: Timestamp;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  id: Generated<string>;
  /**
   * Text that inboxes show after the subject; empty: the start of the body.
   */
  preheader: Generated<string>;
  queued: Generated<number>;
  recipients: number | null;
  segment: Generated<Json>;
  skipped: Generated<number>;
  started_at: Timestamp | null;
  starts_at: Timestamp | null;
  state: Generated<'draft' | 'scheduled' | 'sending' | 'paused' | 'stopped' | 'sent'>;
  subject: string;
}

export interface NewsletterSubscriptions {
  confirm_expires_at: Timestamp | null;
  confirm_hash: Buffer | null;
  confirmed_at: Timestamp | null;
  consent_source: string | null;
  consent_text: string | null;
  covers_newsletters: Generated<boolean>;
  created_at: Generated<Timestamp>;
  email: string;
  ended_by: 'reader' | 'operator' | null;
  first_name: string | null;
  id: Generated<string>;
  last_issue_at: Timestamp | null;
  requested_at: Timestamp;
  sent_lifecycle_emails: Generated<string[]>;
  source: 'blog' | 'popup' | 'settings' | 'import';
  status: Generated<'pending' | 'confirmed' | 'unsubscribed' | 'suppressed'>;
  unsubscribed_at: Timestamp | null;
}

export interface OperatorActions {
  action: string;
  actor_id: string | null;
  after: Json | null;
  before: Json | null;
  created_at: Timestamp;
  id: Generated<string>;
  object_id: string;
  object_kind: string;
  reason: string | null;
  role: 'operator' | 'support';
}

export interface OperatorAlerts {
  closed_at: Timestamp | null;
  closed_by: string | null;
  created_at: Timestamp;
  dedupe_key: string;
  facts: Json;
  id: Generated<string>;
  kind: string;
  message_id: string | null;
  state: Generated<'open' | 'closed'>;
}

export interface OrderAlerts {
  created_at: Timestamp;
  detail: Json;
  id: Generated<string>;
  kind: string;
  order_id: string;
}

export interface Orders {
  abandoned_at: Timestamp | null;
  age_rule_version: string | null;
  buyer_key: string | null;
  client_address: string;
  course_ids: Generated<string[]>;
  created_at: Timestamp;
  currency: string;
  discount_cents: Generated<number>;
  discount_code: string | null;
  email: string | null;
  id: Generated<string>;
  livemode: boolean;
  module_ids: Generated<number[]>;
  paid_at: Timestamp | null;
  person_erased_at: Timestamp | null;
  product_code: string;
  product_name: string;
  provider: string;
  refund_policy_version: string;
  status: Generated<'pending' | 'processing' | 'paid' | 'failed' | 'expired' | 'canceled' | 'partially_refunded' | 'refund_pending' | 'refunded' | 'disputed' | 'dispute_lost'>;
  subtotal_cents: number;
  tax_cents: Generated<number>;
  total_cents: number;
  updated_at: Timestamp;
  user_id: string | null;
  waiver_accepted_at: Timestamp | null;
  waiver_version: string | null;
}

export interface OutboxMessages {
  attempts: Generated<number>;
  body: string;
  body_html: Generated<string>;
  channel: 'email' | 'sms';
  claimed_by: string | null;
  created_at: Generated<Timestamp>;
  dedupe_key: string | null;
  headers: Generated<Json>;
  id: Generated<string>;
  issue_id: string | null;
  last_error: string | null;
  provider_id: string | null;
  sent_at: Timestamp | null;
  status: Generated<'queued' | 'sending' | 'sent' | 'bounced' | 'failed' | 'suppressed' | 'unknown'>;
  subject: string;
  template: string;
  to_address: string;
  unconfirmed_attempts: Generated<number>;
}

export interface PaymentEventCursors {
  livemode: boolean;
  provider: string;
  seen_until: Timestamp;
}

export interface PaymentEvents {
  api_version: string | null;
  deliveries: Generated<number>;
  event_id: string;
  last_error: string | null;
  livemode: boolean;
  order_id: string | null;
  processed_at: Timestamp | null;
  provider: string;
  received_at: Timestamp;
  type: string;
}

export interface Payments {
  amount_cents: number;
  as_of: Timestamp;
  /**
   * Brand and last four digits, such as visa 4242; null for other methods, and once the buyer is erased.
   */
  card: string | null;
  failure_code: string | null;
  order_id: string;
  paid_at: Timestamp | null;
  provider_payment_id: string;
  status: 'processing' | 'succeeded' | 'failed';
}

export interface PlannerWeeks {
  bytes: ColumnType<number, never, never>;
  focus_area: string;
  focus_changed_at: Timestamp;
  look_back: Json | null;
  rows: Json;
  stored_at: Generated<Timestamp>;
  user_id: string;
  week: string;
}

export interface Pledges {
  changed_at: Timestamp;
  evenings: string[];
  feed_hash: Buffer | null;
  feed_made_at: Timestamp | null;
  id: Generated<string>;
  minute_of_day: number;
  remind_at: Timestamp | null;
  reminders_ended: 'course-done' | 'access-ended' | 'unsubscribed' | null;
  reminds: Generated<boolean>;
  since: string;
  supporter_ended: 'declined' | 'stopped' | 'no-answer' | 'course-done' | 'access-ended' | null;
  user_id: string;
  weekly_goal: number;
  zone: string;
}

export interface PledgeSupporters {
  agreed_at: Timestamp | null;
  asked_at: Timestamp;
  email: string;
  id: Generated<string>;
  line_at: Timestamp | null;
  user_id: string;
}

export interface PrivacyRequests {
  answered_at: Timestamp | null;
  asked_at: Timestamp;
  due_at: Timestamp;
  erases_at: Timestamp | null;
  farewell_at: Timestamp | null;
  farewell_message_id: string | null;
  id: Generated<string>;
  kind: 'export' | 'erase';
  outcome: 'exported' | 'erased' | 'canceled' | null;
  user_id: string | null;
}

export interface ProgressEntries {
  changed_at: Timestamp;
  detail: Json | null;
  done: boolean;
  first_changed_at: Generated<Timestamp>;
  first_stored_at: Generated<Timestamp>;
  key: string;
  kind: 'section' | 'module' | 'reading' | 'lesson-quiz' | 'quiz-result' | 'study-week' | 'task' | 'step' | 'milestone' | 'project' | 'box';
  stored_at: Generated<Timestamp>;
  user_id: string;
}

export interface QueueDecisions {
  basis: string;
  decided_at: Timestamp;
  decided_by: string | null;
  kind: 'stands-still' | 'failed-check';
  object: string;
  state: 'done' | 'later';
  until: Timestamp | null;
  user_id: string | null;
}

export interface RecallProgress {
  bytes: ColumnType<number, never, never>;
  lesson_id: string;
  module_id: number;
  questions: Json;
  stored_at: Generated<Timestamp>;
  user_id: string;
}

export interface RefundRequests {
  amount_cents: number;
  decided_at: Timestamp;
  decided_by: string;
  declared_name: string | null;
  expected_by: Timestamp | null;
  expected_from: Timestamp | null;
  facts: Json;
  failure_reason: string | null;
  id: Generated<string>;
  kind: 'promise' | 'withdrawal' | 'operator';
  message: string | null;
  order_id: string;
  override_reason: string | null;
  policy_version: string;
  provider_payment_id: string | null;
  reasons: Generated<string[]>;
  requested_at: Timestamp;
  settled_at: Timestamp | null;
  state: 'refused' | 'granted' | 'sent' | 'settled' | 'failed';
  updated_at: Timestamp;
  user_id: string | null;
}

export interface Refunds {
  amount_cents: number;
  as_of: Timestamp;
  created_at: Timestamp;
  failure_reason: string | null;
  order_id: string;
  provider_payment_id: string;
  provider_refund_id: string;
  request_ref: string | null;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
}

export interface SandboxStripeEvents {
  attempts: Generated<number>;
  body: string;
  created_at: Timestamp;
  delivered_at: Timestamp | null;
  id: string;
  last_error: string | null;
  type: string;
}

export interface SandboxStripeIdempotencyKeys {
  created_at: Timestamp;
  key: string;
  request_hash: string;
  response: Json | null;
  status: number | null;
}

export interface SandboxStripeObjects {
  body: Json;
  created_at: Timestamp;
  id: string;
  kind: string;
}

export interface SandboxStripeWebhookFaults {
  fault: 'delay' | 'drop' | 'duplicate' | 'reorder' | 'corrupt';
  since: Timestamp;
}

export interface SandboxStripeWebhookSecrets {
  created_at: Timestamp;
  secret: string;
}

export interface SavedAnswers {
  body: string;
  created_at: Timestamp;
  id: Generated<string>;
  title: string;
}

export interface SavedAudiences {
  changed_at: Timestamp;
  created_at: Timestamp;
  id: Generated<string>;
  name: string;
  segment: Json;
}

export interface SavedViews {
  column_order: Generated<string[]>;
  created_at: Timestamp;
  hidden: Generated<string[]>;
  id: Generated<string>;
  is_shared: boolean;
  list: string;
  name: string;
  query: string;
  user_id: string;
}

export interface ScheduledReleases {
  author_id: string | null;
  base: number | null;
  changes: Json;
  created_at: Timestamp;
  due_at: Timestamp;
  ended_at: Timestamp | null;
  id: Generated<string>;
  outcome: 'published' | 'canceled' | 'failed' | null;
  problems: Generated<string[]>;
  versions: string[];
}

export interface SectionNotes {
  bytes: ColumnType<number, never, never>;
  module_id: number;
  section_id: string;
  stored_at: Generated<Timestamp>;
  user_id: string;
  versions: Json;
}

export interface ServiceSettings {
  changed_at: Timestamp;
  is_pending: boolean;
  name: string;
  problem: string | null;
  proven: Buffer | null;
  sealed: Buffer | null;
  tried_at: Timestamp | null;
  tried_by: string | null;
}

export interface SmsBlocks {
  created_at: Generated<Timestamp>;
  phone_key: Buffer;
  reason: 'stop' | 'provider' | 'not-mobile';
  stream: 'codes' | 'notifications';
}

export interface SmsCodes {
  code_hash: Buffer | null;
  expires_at: Timestamp;
  failures: Generated<number>;
  last_failure_at: Timestamp | null;
  locked_until: Timestamp | null;
  message_id: string;
  phone: string;
  purpose: 'phone_verification' | 'two_factor_auth';
  user_id: string;
}

export interface SmsConsents {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  ip_address: string;
  phone: string;
  source: string;
  text_version: string;
  user_id: string;
  words: string | null;
}

export interface SmsCourseEvents {
  created_at: Generated<Timestamp>;
  message_id: string | null;
  module_id: number;
  section_id: string;
  user_id: string;
}

export interface SmsLogs {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  message: string;
  status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed';
  type: 'phone_verification' | 'two_factor_auth' | 'course_progress' | 'payment_confirmation';
  user_id: string;
}

export interface SmsMessages {
  attempts: Generated<number>;
  body: string | null;
  country: string;
  created_at: Generated<Timestamp>;
  dedupe_key: string | null;
  error_code: string | null;
  id: Generated<string>;
  kind: 'phone_verification' | 'two_factor_auth' | 'course_progress' | 'payment_confirmation';
  provider_id: string | null;
  status: 'queued' | 'sending' | 'unknown' | 'accepted' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'suppressed';
  to_phone: string;
  updated_at: Generated<Timestamp>;
  user_id: string;
}

export interface SmsSends {
  country: string;
  is_code: boolean;
  is_unproven: Generated<boolean>;
  message_id: string;
  network_key: Buffer | null;
  phone_key: Buffer;
  prefix_key: Buffer;
  sent_at: Timestamp;
  user_key: Buffer;
  verified_at: Timestamp | null;
}

export interface StaleDays {
  day: string;
  part: string;
}

export interface SubscriberImportRows {
  asked_at: Timestamp | null;
  consent_source: string | null;
  consent_text: string | null;
  email: string | null;
  first_name: string | null;
  import_id: string;
  line: number;
  note: string | null;
  tags: string[] | null;
  typed: string;
  verdict: 'proof' | 'invite' | 'new' | 'no_address' | 'twice' | 'known' | 'ended' | 'suppressed';
}

export interface SubscriberImports {
  applied_at: Timestamp | null;
  columns: Json | null;
  content: string | null;
  created_at: Timestamp;
  created_by: string | null;
  encoding: string;
  file_name: string;
  id: Generated<string>;
  what: Generated<'subscribers' | 'learners'>;
}

export interface SupporterRequests {
  address_key: Buffer;
  asked_at: Timestamp;
  id: Generated<string>;
  refused_at: Timestamp | null;
  user_id: string | null;
}

export interface SupportTickets {
  answered_at: Timestamp | null;
  assigned_to: string | null;
  category: Generated<'general' | 'terms' | 'privacy' | 'guardian'>;
  created_at: Generated<Timestamp>;
  due_at: Timestamp;
  email: string;
  first_answered_at: Timestamp | null;
  first_due_at: Timestamp | null;
  id: Generated<string>;
  message: string;
  name: string;
  status: Generated<'open' | 'answered' | 'closed'>;
  subject: string;
  user_id: string | null;
}

export interface TicketMessages {
  author_id: string | null;
  body: string;
  created_at: Timestamp;
  id: Generated<string>;
  kind: Generated<'answer' | 'reply' | 'note'>;
  message_id: string | null;
  ticket_id: string;
}

export interface UnlinkedUploads {
  object_key: string;
  remove_after: Timestamp;
}

export interface UserSmsSettings {
  course_progress_notifications: Generated<boolean>;
  created_at: Generated<Timestamp>;
  payment_notifications: Generated<boolean>;
  phone_number: string | null;
  two_factor_enabled: Generated<boolean>;
  updated_at: Generated<Timestamp>;
  user_id: string;
  verified: Generated<boolean>;
}

export interface VisitCounts {
  count: number;
  day: string;
  source: string;
  step: 'visit' | 'quiz' | 'signup' | 'checkout';
}

export interface Database {
  article_announcements: ArticleAnnouncements;
  "auth.address_limits": AuthAddressLimits;
  "auth.audit_log_entries": AuthAuditLogEntries;
  "auth.certificate_keys": AuthCertificateKeys;
  "auth.console_invitations": AuthConsoleInvitations;
  "auth.console_links": AuthConsoleLinks;
  "auth.console_sessions": AuthConsoleSessions;
  "auth.console_setup": AuthConsoleSetup;
  "auth.custom_oauth_providers": AuthCustomOauthProviders;
  "auth.external_flows": AuthExternalFlows;
  "auth.flow_states": AuthFlowStates;
  "auth.identities": AuthIdentities;
  "auth.learner_views": AuthLearnerViews;
  "auth.message_budgets": AuthMessageBudgets;
  "auth.mfa_amr_claims": AuthMfaAmrClaims;
  "auth.mfa_challenges": AuthMfaChallenges;
  "auth.mfa_factors": AuthMfaFactors;
  "auth.mfa_recovery_codes": AuthMfaRecoveryCodes;
  "auth.oauth_authorizations": AuthOauthAuthorizations;
  "auth.oauth_clients": AuthOauthClients;
  "auth.oauth_consents": AuthOauthConsents;
  "auth.one_time_tokens": AuthOneTimeTokens;
  "auth.passkeys": AuthPasskeys;
  "auth.request_counts": AuthRequestCounts;
  "auth.saml_assertions": AuthSamlAssertions;
  "auth.server_secrets": AuthServerSecrets;
  "auth.sessions": AuthSessions;
  "auth.signing_keys": AuthSigningKeys;
  "auth.spent_proofs": AuthSpentProofs;
  "auth.sso_domains": AuthSsoDomains;
  "auth.sso_providers": AuthSsoProviders;
  "auth.users": AuthUsers;
  "auth.wallet_messages": AuthWalletMessages;
  "auth.webauthn_challenges": AuthWebauthnChallenges;
  backups: Backups;
  bank_transfer_refunds: BankTransferRefunds;
  bank_transfers: BankTransfers;
  bulk_jobs: BulkJobs;
  bulk_rows: BulkRows;
  certificates: Certificates;
  checkout_sessions: CheckoutSessions;
  content_reads: ContentReads;
  content_releases: ContentReleases;
  content_versions: ContentVersions;
  daily_metrics: DailyMetrics;
  discount_codes: DiscountCodes;
  discount_redemptions: DiscountRedemptions;
  disputes: Disputes;
  downloads: Downloads;
  early_access_requests: EarlyAccessRequests;
  entitlements: Entitlements;
  filled_exercises: FilledExercises;
  import_columns: ImportColumns;
  invoice_series: InvoiceSeries;
  invoices: Invoices;
  job_application_files: JobApplicationFiles;
  job_applications: JobApplications;
  learner_notes: LearnerNotes;
  learner_tags: LearnerTags;
  lesson_quiz_attempts: LessonQuizAttempts;
  lesson_revisions: LessonRevisions;
  lifecycle_rules: LifecycleRules;
  list_preferences: ListPreferences;
  mail_suppressions: MailSuppressions;
  mailbox_verifications: MailboxVerifications;
  media: Media;
  media_chunks: MediaChunks;
  media_files: MediaFiles;
  module_feedback: ModuleFeedback;
  newsletter_issues: NewsletterIssues;
  newsletter_subscriptions: NewsletterSubscriptions;
  operator_actions: OperatorActions;
  operator_alerts: OperatorAlerts;
  order_alerts: OrderAlerts;
  orders: Orders;
  outbox_messages: OutboxMessages;
  payment_event_cursors: PaymentEventCursors;
  payment_events: PaymentEvents;
  payments: Payments;
  planner_weeks: PlannerWeeks;
  pledge_supporters: PledgeSupporters;
  pledges: Pledges;
  privacy_requests: PrivacyRequests;
  progress_entries: ProgressEntries;
  queue_decisions: QueueDecisions;
  recall_progress: RecallProgress;
  refund_requests: RefundRequests;
  refunds: Refunds;
  "sandbox_stripe.events": SandboxStripeEvents;
  "sandbox_stripe.idempotency_keys": SandboxStripeIdempotencyKeys;
  "sandbox_stripe.objects": SandboxStripeObjects;
  "sandbox_stripe.webhook_faults": SandboxStripeWebhookFaults;
  "sandbox_stripe.webhook_secrets": SandboxStripeWebhookSecrets;
  saved_answers: SavedAnswers;
  saved_audiences: SavedAudiences;
  saved_views: SavedViews;
  scheduled_releases: ScheduledReleases;
  section_notes: SectionNotes;
  service_settings: ServiceSettings;
  sms_blocks: SmsBlocks;
  sms_codes: SmsCodes;
  sms_consents: SmsConsents;
  sms_course_events: SmsCourseEvents;
  sms_logs: SmsLogs;
  sms_messages: SmsMessages;
  sms_sends: SmsSends;
  stale_days: StaleDays;
  subscriber_import_rows: SubscriberImportRows;
  subscriber_imports: SubscriberImports;
  support_tickets: SupportTickets;
  supporter_requests: SupporterRequests;
  ticket_messages: TicketMessages;
  unlinked_uploads: UnlinkedUploads;
  user_sms_settings: UserSmsSettings;
  visit_counts: VisitCounts;
}
