-- A consent keeps the words that were agreed to beside their version. Null where nobody knows them any more: such a row
-- permits no text.
alter table public.sms_consents add column words text;
update public.sms_consents set words = 'By pressing Verify you agree that we text this number: a code now and, as you choose below, at most one course digest a day and payment confirmations. Message and data rates may apply. Reply STOP to end the texts, HELP for help. You can buy and learn without agreeing.'
	where text_version = '2026-11-20';
