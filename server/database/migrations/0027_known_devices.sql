-- Devices that an account has signed in with are kept beside its known IP addresses, told apart from them.
alter table auth.known_places add column is_device boolean not null default false;
