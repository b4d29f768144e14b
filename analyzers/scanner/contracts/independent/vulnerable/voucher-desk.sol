pragma solidity ^0.8.11;

contract VoucherDesk {
    address public immutable issuer;

    constructor() payable {
        issuer = msg.sender;
    }

    function redeem(uint256 amount, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 h = keccak256(abi.encode(msg.sender, amount));
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", h));
        address signer = ecrecover(digest, v, r, s); // expect: signature-replay
        require(signer != address(0) && signer == issuer, "voucher");
        payable(msg.sender).transfer(amount);
    }
}
