pragma solidity ^0.8.11;

contract VoucherDesk {
    address public immutable issuer;
    mapping(bytes32 => bool) public used;

    constructor() payable {
        issuer = msg.sender;
    }

    function redeem(uint256 amount, uint256 serial, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 h = keccak256(abi.encode(block.chainid, address(this), msg.sender, amount, serial));
        require(!used[h], "used");
        used[h] = true;
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", h));
        address signer = ecrecover(digest, v, r, s);
        require(signer != address(0) && signer == issuer, "voucher");
        payable(msg.sender).transfer(amount);
    }
}
